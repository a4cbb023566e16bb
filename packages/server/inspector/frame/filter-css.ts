import { CssKind, type CssToken, cssTokens, quoted, trimmed } from "./css-tokens.ts";
import { isShownImage } from "./frame-images.ts";
import { writeSelectors } from "./write-selectors.ts";

/** Rules that only select or order other rules, and animations. */
const allowedRules = new Set(
  "media supports layer container scope starting-style keyframes -webkit-keyframes -moz-keyframes property".split(" "),
);

/**
 * Properties that would escape our control: pointer handling, what old browsers execute, and the timing of movement.
 * Names without vendor prefix.
 */
const droppedProperties = new Set(
  (
    "pointer-events cursor behavior binding view-transition-name user-modify scroll-behavior transition " +
    "transition-property transition-duration transition-delay transition-timing-function transition-behavior " +
    "animation-duration animation-delay animation-iteration-count animation-play-state animation-timeline"
  ).split(" "),
);

/** Appended to each animation: it ends immediately, so that what fades in is visible and nothing moves. */
const ended = ["animation-duration:0s", "animation-delay:0s", "animation-iteration-count:1"];

/** Functions that load something other than by `url()`, or execute something. */
const droppedFunctions = new Set(
  (
    "src image image-set -webkit-image-set cross-fade -webkit-cross-fade element -moz-element paint expression " +
    "-webkit-canvas"
  ).split(" "),
);

/**
 * A style sheet of a page without anything that loads: no URLs except embedded images, no other sheets, no fonts.
 * Selectors are rewritten for the elements that the frame uses in place of the page's own.
 *
 * @param renamed Tags that the frame sometimes writes under our own names.
 *
 * @example filterSheet("@import 'a.css'; p { background: red url(b.png) }", new Set()) // p {background: red none }
 */
export function filterSheet(css: string, renamed: ReadonlySet<string>): string {
  return new CssFilter(renamed, false).filter(css);
}

/** The same for a `style` attribute, which must not override our own sheet: `!important` is removed. */
export function filterDeclarations(css: string): string {
  return new CssFilter(noTags, true).filter(css);
}

const noTags: ReadonlySet<string> = new Set();

class CssFilter {
  readonly #renamed: ReadonlySet<string>;
  readonly #isInline: boolean;
  readonly #pieces: string[] = [];
  /** Open brackets within the statement: the signs that will close them. */
  readonly #nest: string[] = [];
  /** Tokens of the statement so far. */
  #statement: CssToken[] = [];
  #blocks = 0;
  /** Nesting level at which dropped content started; -1 if none. */
  #dropFrom = -1;
  /** Open braces of a dropped rule. */
  #droppedBlocks = 0;

  constructor(renamed: ReadonlySet<string>, isInline: boolean) {
    this.#renamed = renamed;
    this.#isInline = isInline;
  }

  filter(css: string): string {
    for (const token of cssTokens(css)) this.#take(token);
    while (this.#nest.length > 0) this.#closeNested();
    this.#endDeclaration();
    return this.#pieces.join("") + "}".repeat(this.#blocks);
  }

  #take(token: CssToken): void {
    const sign = token.kind === CssKind.Sign ? token.value : "";
    if (token.kind === CssKind.Function) this.#openNested(token, ")");
    else if (sign === "(") this.#openNested(token, ")");
    else if (sign === "[") this.#openNested(token, "]");
    else if (this.#nest.length > 0) this.#takeNested(token, sign);
    else if (sign === "{") this.#openBlock();
    else if (sign === "}") this.#closeBlock();
    else if (sign === ";") this.#endStatement();
    else this.#add(sign === ")" || sign === "]" ? gap : token);
  }

  #openNested(token: CssToken, closer: string): void {
    if (this.#dropFrom < 0 && token.kind === CssKind.Function && droppedFunctions.has(token.value)) {
      this.#add(none);
      this.#dropFrom = this.#nest.length;
    } else this.#add(token);
    this.#nest.push(closer);
  }

  #takeNested(token: CssToken, sign: string): void {
    if (sign === this.#nest.at(-1)) this.#closeNested();
    else if (sign === "{") this.#openNested(token, "}");
    else this.#add(sign === ")" || sign === "]" || sign === "}" ? gap : token);
  }

  #closeNested(): void {
    const sign = this.#nest.pop() as string;
    if (this.#dropFrom === this.#nest.length) this.#dropFrom = -1;
    else this.#add({ kind: CssKind.Sign, text: sign, value: sign });
  }

  #add(token: CssToken): void {
    if (this.#dropFrom >= 0 || this.#droppedBlocks > 0) return;
    this.#statement.push(token.kind === CssKind.Url ? { ...token, text: urlText(token.value) } : token);
  }

  #openBlock(): void {
    const first = this.#firstToken();
    if (this.#droppedBlocks > 0 || this.#isInline) this.#droppedBlocks++;
    else if (first?.kind === CssKind.Ident && first.value.startsWith("--")) {
      // The value of a variable may contain braces.
      this.#openNested({ kind: CssKind.Sign, text: "{", value: "{" }, "}");
      return;
    } else if (first?.kind === CssKind.At) {
      if (allowedRules.has(first.value)) this.#writeBlock(textOf(this.#statement));
      else this.#droppedBlocks++;
    } else this.#writeBlock(writeSelectors(trimmed(this.#statement), this.#renamed));
    this.#statement = [];
  }

  #writeBlock(prelude: string): void {
    this.#pieces.push(prelude, "{");
    this.#blocks++;
  }

  #closeBlock(): void {
    if (this.#droppedBlocks > 0) {
      this.#droppedBlocks--;
      return;
    }
    this.#endDeclaration();
    if (this.#blocks === 0) return;
    this.#pieces.push("}\n");
    this.#blocks--;
  }

  #endStatement(): void {
    const first = this.#firstToken();
    if (first?.kind === CssKind.At && first.value === "layer" && !this.#isInline) {
      this.#pieces.push(textOf(this.#statement), ";");
      this.#statement = [];
    } else this.#endDeclaration();
  }

  #endDeclaration(): void {
    const statement = this.#statement;
    this.#statement = [];
    if (this.#blocks === 0 && !this.#isInline) return;
    const name = statement.findIndex(({ kind }) => kind !== CssKind.Space);
    const property = statement[name];
    if (property?.kind !== CssKind.Ident) return;
    const plainName = property.value.replace(/^-(?:webkit|moz|ms|o)-/, "");
    if (droppedProperties.has(plainName)) return;
    const colon = statement.findIndex(({ kind }, i) => i > name && kind !== CssKind.Space);
    if (statement[colon]?.value !== ":") return;
    const kept = this.#isInline ? withoutImportance(statement) : statement;
    if (kept === undefined) return;
    this.#pieces.push(textOf(kept), ";");
    if (plainName !== "animation") return;
    const importance = kept.some(isMark) ? "!important" : "";
    for (const declaration of ended) this.#pieces.push(`${declaration}${importance};`);
  }

  #firstToken(): CssToken | undefined {
    return this.#statement.find(({ kind }) => kind !== CssKind.Space);
  }
}

const none: CssToken = { kind: CssKind.Ident, text: " none ", value: "none" };

/** Dropped content leaves a space, so that its neighbours do not merge into one name. */
const gap: CssToken = { kind: CssKind.Space, text: " ", value: " " };

function isMark({ kind, value }: CssToken): boolean {
  return kind === CssKind.Sign && value === "!";
}

/** A declaration without a trailing `!important`; undefined if exclamation marks occur elsewhere. */
function withoutImportance(statement: readonly CssToken[]): readonly CssToken[] | undefined {
  const mark = statement.findIndex(isMark);
  if (mark < 0) return statement;
  const rest = statement.slice(mark + 1).filter(({ kind }) => kind !== CssKind.Space);
  return rest.length === 1 && rest[0]?.value === "important" ? statement.slice(0, mark) : undefined;
}

function textOf(tokens: readonly CssToken[]): string {
  let text = "";
  for (const token of trimmed(tokens)) text += token.text;
  return text.replaceAll("</", "<\\2f ");
}

/** A URL in a style sheet: embedded images, fragments of the page itself, otherwise nothing. */
function urlText(url: string): string {
  return isShownImage(url) || /^#[\w-]+$/.test(url) ? ` url(${quoted(url)}) ` : " none ";
}
