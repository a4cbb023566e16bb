import type { Deadline } from "../limits.ts";
import { type Construction, Content } from "./construction.ts";
import { processComment, processDoctype, processEnd, processEndTag, processStartTag } from "./dispatch.ts";
import { findCharacter } from "./find-character.ts";
import { scanDoctype } from "./scan-doctype.ts";
import { findEndTag, findScriptEnd } from "./scan-raw-text.ts";
import { scanTag } from "./scan-tag.ts";
import { insertPlaintext, insertRawText, insertRuns, insertTextRange } from "./text-in-modes.ts";

/** Tags and comments between two checks of the clock. */
const clockInterval = 4096;

const LESS_THAN = 0x3c;

/**
 * The standard's tokenizer: reads the source from `<` to `<` and feeds tags, text and comments to tree construction. Not
 * one state per character: uniform runs are skipped at once. Line breaks are already normalized.
 */
export class Tokenizer {
  /** The name of the element, or `!--` for a comment, that the end of input closed. */
  unclosed: string | undefined;
  readonly #p: Construction;
  readonly #source: string;
  readonly #length: number;

  constructor(p: Construction) {
    this.#p = p;
    this.#source = p.text.source;
    this.#length = this.#source.length;
  }

  run(deadline: Deadline): void {
    const p = this.#p;
    let at = 0;
    for (let tokens = 1; at < this.#length; tokens++) {
      at = p.content === Content.Data ? this.#readData(at) : this.#readContent(at);
      if (tokens % clockInterval === 0) deadline.check();
    }
    processEnd(p, this.#length);
  }

  /** Reads text and the markup after it; returns where that ends. */
  #readData(from: number): number {
    const p = this.#p;
    const { text } = p;
    const { codes } = text;
    let at = findCharacter(text, LESS_THAN, from);
    for (; at >= 0; at = findCharacter(text, LESS_THAN, at + 1)) {
      const next = codes[at + 1];
      if (isLetter(next)) {
        if (at > from) insertTextRange(p, from, at);
        return this.#readTag(at, at + 1, false);
      }
      if (next === 0x2f) {
        if (at + 2 === this.#length) break;
        if (at > from) insertTextRange(p, from, at);
        const first = codes[at + 2];
        if (isLetter(first)) return this.#readTag(at, at + 2, true);
        return first === 0x3e ? at + 3 : this.#readBogusComment(at, at + 2);
      }
      if (next === 0x21 || next === 0x3f) {
        if (at > from) insertTextRange(p, from, at);
        return next === 0x21 ? this.#readDeclaration(at) : this.#readBogusComment(at, at + 1);
      }
    }
    insertTextRange(p, from, this.#length);
    return this.#length;
  }

  #readTag(start: number, name: number, isEnd: boolean): number {
    const p = this.#p;
    const { token } = p;
    token.open(start, isEnd);
    const end = scanTag(p, name);
    if (end < 0) return this.#length;
    token.end = end;
    if (isEnd) processEndTag(p);
    else processStartTag(p);
    return end;
  }

  /** Reads the text of an element that holds only text, and its end tag. */
  #readContent(from: number): number {
    const p = this.#p;
    const { content } = p;
    p.content = Content.Data;
    if (content === Content.Plaintext) {
      insertPlaintext(p, from, this.#length);
      return this.#length;
    }
    const name = p.tokens.names[p.token.name];
    const at = content === Content.Script ? findScriptEnd(p.text, from) : findEndTag(p.text, name, from);
    const to = at < 0 ? this.#length : at;
    if (to > from) insertRawText(p, from, to, content === Content.Rcdata);
    if (at < 0) this.unclosed = name;
    return at < 0 ? to : this.#readTag(at, at + 2, true);
  }

  /** Reads what starts with `<!`. */
  #readDeclaration(start: number): number {
    const source = this.#source;
    const p = this.#p;
    const at = start + 2;
    if (source.startsWith("--", at)) return this.#readComment(start);
    if (source.slice(at, at + 7).toLowerCase() === "doctype") {
      const { doctype, end } = scanDoctype(source, at + 7);
      processDoctype(p, doctype);
      return end;
    }
    if (!p.inForeignOnly || !source.startsWith("[CDATA[", at)) return this.#readBogusComment(start, at);
    const close = source.indexOf("]]>", at + 7);
    const to = close < 0 ? this.#length : close;
    insertRuns(p, at + 7, to, false);
    return close < 0 ? to : to + 3;
  }

  #readBogusComment(start: number, from: number): number {
    const close = this.#source.indexOf(">", from);
    const to = close < 0 ? this.#length : close;
    const end = close < 0 ? to : to + 1;
    processComment(this.#p, this.#p.text.raw(from, to), start, end);
    return end;
  }

  #readComment(start: number): number {
    const source = this.#source;
    const from = start + 4;
    const short = source.startsWith(">", from) ? 1 : source.startsWith("->", from) ? 2 : 0;
    if (short > 0) return this.#endComment(start, from, from, from + short);
    const close = source.indexOf("-->", from);
    const bang = close < 0 ? source.indexOf("--!>", from) : source.slice(from, close).indexOf("--!>") + from;
    if (bang >= from) return this.#endComment(start, from, bang, bang + 4);
    if (close >= 0) return this.#endComment(start, from, close, close + 3);
    this.unclosed = "!--";
    const rest = source.slice(Math.max(from, this.#length - 3));
    const dropped = /(?:--!|--?)$/.exec(rest)?.[0].length ?? 0;
    return this.#endComment(start, from, this.#length - dropped, this.#length);
  }

  #endComment(start: number, from: number, to: number, end: number): number {
    processComment(this.#p, this.#p.text.raw(from, to), start, end);
    return end;
  }
}

function isLetter(code: number): boolean {
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x7a;
}
