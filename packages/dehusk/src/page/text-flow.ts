import { Codes } from "./code-units.ts";
import { isBlank, type TextScan } from "./scan-text.ts";

/**
 * What separates two pieces of visible text, weakest first: the strongest request wins. `Lead` is a space before a node
 * and nothing after it.
 */
export const Gap = { None: 0, Lead: 1, Space: 2, Tab: 3, Line: 4, Blank: 5 } as const;

const SPACE = 0x20;
const LINE_FEED = 0x0a;
/** What is written for each gap: two line feeds for the last. */
const gapCodes = [0, SPACE, SPACE, 0x09, LINE_FEED, LINE_FEED];
const longestGap = 2;

/**
 * Visible text: white space collapses, blocks start on their own lines, preserved text is unchanged. Feed it pieces in
 * document order, as ranges of character codes; gaps are written only when text follows, so that a piece's range never
 * includes the space around it.
 */
export class TextFlow {
  /** Range of the last piece of text. */
  from = 0;
  to = 0;
  readonly #text: Codes;
  #length = 0;
  #gap: number = Gap.None;
  /** Length of trailing white space of preserved text, which lies behind the text: shown only if preserved text follows. */
  #held = 0;
  #lineBreaks = 0;

  /** @param room Characters to make room for at first. */
  constructor(room: number) {
    this.#text = new Codes(room);
  }

  /** The gap before the next text. */
  get gap(): number {
    return this.#length === 0 ? Gap.Blank : this.#gap;
  }

  /** Whether the next text follows the last one directly, so that a word can span both. */
  get joins(): boolean {
    return this.gap === Gap.None && this.#held === 0;
  }

  /** Asks for at least this gap before the next text. */
  open(gap: number): void {
    if (gap > this.#gap) this.#gap = gap;
  }

  /** A `<br>`: one breaks the line, two in a row leave a blank line. */
  breakLine(): void {
    this.#lineBreaks++;
    this.open(this.#lineBreaks > 1 ? Gap.Blank : Gap.Line);
  }

  /**
   * Writes text with collapsible white space.
   *
   * @param scan The result of scanning it: most text can then be copied unchanged.
   * @returns False if there was nothing but white space.
   */
  write(codes: Uint16Array | Uint8Array, from: number, to: number, scan: TextScan): boolean {
    if (from === to) return false;
    if (scan.opensBlank && scan.collapsed === 1) {
      this.open(Gap.Space);
      return false;
    }
    let start = from;
    let end = to;
    if (scan.opensBlank) while (isBlank(codes[start])) start++;
    if (scan.closesBlank) while (isBlank(codes[end - 1])) end--;
    this.#openAround(scan.opensBlank);
    this.#start(end - start, this.#gap);
    if (scan.plain) this.#length = this.#text.copy(codes, start, end, this.#length);
    else this.#writeCollapsing(codes, start, end);
    this.to = this.#length;
    if (scan.closesBlank) this.#gap = Gap.Space;
    return true;
  }

  /** Writes text whose white space is collapsed, without that at its ends. */
  writeCollapsed(
    codes: Uint16Array | Uint8Array,
    from: number,
    to: number,
    opensBlank: boolean,
    closesBlank: boolean,
  ): void {
    this.#openAround(opensBlank);
    this.#start(to - from, this.#gap);
    this.#length = this.#text.copy(codes, from, to, this.#length);
    this.to = this.#length;
    if (closesBlank) this.#gap = Gap.Space;
  }

  /** Writes text with preserved white space, as in `<pre>`. Returns false if there was nothing but white space. */
  writePreserved(codes: Uint16Array | Uint8Array, from: number, to: number): boolean {
    let end = to;
    while (end > from && isBlank(codes[end - 1])) end--;
    if (end > from) {
      const isHeldShown = this.#gap < Gap.Line && this.#held > 0;
      if (isHeldShown) this.#length += this.#held;
      this.#start(to - from, isHeldShown ? Gap.None : this.#gap);
      this.#length = this.#text.copy(codes, from, end, this.#length);
      this.to = this.#length;
    }
    this.#text.makeRoom(this.#length + this.#held + to - end);
    this.#held = this.#text.copy(codes, end, to, this.#length + this.#held) - this.#length;
    return end > from;
  }

  /** All that was written. Ends the flow: its memory goes to the next one. */
  finish(): string {
    const text = this.#text.toString(this.#length);
    this.#text.release();
    return text;
  }

  #openAround(opensBlank: boolean): void {
    if (opensBlank) this.open(Gap.Space);
    if (this.#held > 0) this.open(this.#isLineHeld() ? Gap.Line : Gap.Space);
  }

  #isLineHeld(): boolean {
    for (let i = this.#length; i < this.#length + this.#held; i++) {
      if (this.#text.codes[i] === LINE_FEED) return true;
    }
    return false;
  }

  /** Writes a gap and makes room for the text behind it. */
  #start(length: number, gap: number): void {
    this.#text.makeRoom(this.#length + length + longestGap);
    if (this.#length > 0 && gap !== Gap.None) {
      const { codes } = this.#text;
      codes[this.#length++] = gapCodes[gap];
      if (gap === Gap.Blank) codes[this.#length++] = LINE_FEED;
    }
    this.from = this.#length;
    this.#gap = Gap.None;
    this.#held = 0;
    this.#lineBreaks = 0;
  }

  #writeCollapsing(codes: Uint16Array | Uint8Array, from: number, to: number): void {
    const own = this.#text.codes;
    let length = this.#length;
    let wasBlank = false;
    for (let i = from; i < to; i++) {
      const code = codes[i];
      const blank = isBlank(code);
      if (!blank) own[length++] = code;
      else if (!wasBlank) own[length++] = SPACE;
      wasBlank = blank;
    }
    this.#length = length;
  }
}
