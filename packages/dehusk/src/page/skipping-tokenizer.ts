import { InsertionMode, type Parser, Token, Tokenizer, type TokenizerOptions, type TreeAdapterTypeMap } from "parse5";

const LESS_THAN = 0x3c;
const AMPERSAND = 0x26;
const SPACE = 0x20;
const CARRIAGE_RETURN = 0x0d;

/** Bits of characters that end a run, per tokenizer state. */
const Ends = { Text: 1, Word: 2, Blank: 4, Raw: 8, DoubleQuoted: 16, SingleQuoted: 32 } as const;
const ends = new Uint8Array(128);
// NUL and carriage return always go through the parser, which replaces them.
for (const code of [0x00, CARRIAGE_RETURN]) ends[code] = 0xff;
addEnds("<", Ends.Text | Ends.Word | Ends.Raw);
addEnds("&", Ends.Text | Ends.Word | Ends.DoubleQuoted | Ends.SingleQuoted);
addEnds('"', Ends.DoubleQuoted);
addEnds("'", Ends.SingleQuoted);
addEnds(" \t\n\f", Ends.Word);
for (let code = 0; code < ends.length; code++)
  if (!" \t\n\f".includes(String.fromCharCode(code))) set(code, Ends.Blank);

function addEnds(characters: string, bits: number): void {
  for (const character of characters) set(character.charCodeAt(0), bits);
}

function set(code: number, bits: number): void {
  ends[code] = ends[code] | bits;
}

/**
 * parse5's tokenizer, but runs of characters that are handled alike (text, scripts and styles, attribute values) are
 * skipped in one loop instead of one state call each. The resulting tree is the same; only in the body, where white
 * space and other characters are handled alike, a run of words is one token instead of one per word. Source positions
 * are not tracked, so it cannot be used with location info.
 */
export class SkippingTokenizer<T extends TreeAdapterTypeMap> extends Tokenizer {
  readonly #parser: Parser<T>;

  constructor(options: TokenizerOptions, parser: Parser<T>) {
    super(options, parser);
    this.#parser = parser;
  }

  protected override _stateData(codePoint: number): void {
    const mixes = this.#mixesBlanks();
    if (mixes && isBlank(codePoint) && this.#inWords()) this._extendRun(codePoint);
    else super._stateData(codePoint);
    if (codePoint <= 0 || codePoint === LESS_THAN || codePoint === AMPERSAND) return;
    if (this.#inWords()) this.#skip(mixes ? Ends.Text : Ends.Word);
    else this.#skip(Ends.Blank);
  }

  protected override _stateScriptData(codePoint: number): void {
    super._stateScriptData(codePoint);
    if (codePoint > 0 && codePoint !== LESS_THAN) this.#skip(Ends.Raw);
  }

  protected override _stateRawtext(codePoint: number): void {
    super._stateRawtext(codePoint);
    if (codePoint > 0 && codePoint !== LESS_THAN) this.#skip(Ends.Raw);
  }

  protected override _stateAttributeValueDoubleQuoted(codePoint: number): void {
    super._stateAttributeValueDoubleQuoted(codePoint);
    if (codePoint > 0 && codePoint !== 0x22 && codePoint !== AMPERSAND) this.#skip(Ends.DoubleQuoted);
  }

  protected override _stateAttributeValueSingleQuoted(codePoint: number): void {
    super._stateAttributeValueSingleQuoted(codePoint);
    if (codePoint > 0 && codePoint !== 0x27 && codePoint !== AMPERSAND) this.#skip(Ends.SingleQuoted);
  }

  /** Whether the current text token started with something other than white space. */
  #inWords(): boolean {
    return this.currentCharacterToken?.type === Token.TokenType.CHARACTER;
  }

  /** Whether white space after other characters is handled like them. */
  #mixesBlanks(): boolean {
    const mode = this.#parser.insertionMode;
    return mode === InsertionMode.IN_BODY || mode === InsertionMode.IN_CELL || mode === InsertionMode.IN_CAPTION;
  }

  /** Consumes all characters up to the next that ends the run. */
  #skip(bit: number): void {
    const { preprocessor } = this;
    const { html } = preprocessor;
    // A line feed after a carriage return must be dropped.
    if (html.charCodeAt(preprocessor.pos) === CARRIAGE_RETURN) return;
    let at = preprocessor.pos + 1;
    for (; at < html.length; at++) {
      const code = html.charCodeAt(at);
      if (code < 128 ? (ends[code] & bit) !== 0 : bit === Ends.Blank) break;
    }
    preprocessor.pos = at - 1;
    this.runEnd = at;
  }
}

function isBlank(codePoint: number): boolean {
  return codePoint === SPACE || codePoint === 0x0a || codePoint === 0x09 || codePoint === 0x0c;
}
