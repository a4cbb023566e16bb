import { isBlank, type TextScan } from "./scan-text.ts";

/**
 * What separates two pieces of visible text, weakest first: the strongest request wins. `Lead` is a space before a node
 * and nothing after it.
 */
export const Gap = { None: 0, Lead: 1, Space: 2, Tab: 3, Line: 4, Blank: 5 } as const;

const gapTexts = ["", " ", " ", "\t", "\n", "\n\n"];

/**
 * Visible text: white space collapses, blocks start on their own lines, preserved text is unchanged. Feed it pieces in
 * document order; gaps are written only when text follows, so that a piece's range never includes the space around it.
 */
export class TextFlow {
  /** Range of the last piece of text. */
  from = 0;
  to = 0;
  #pieces: string[] = [];
  #length = 0;
  #gap: number = Gap.None;
  /** Trailing white space of preserved text: shown only if preserved text follows. */
  #held = "";
  #lineBreaks = 0;

  /** The gap before the next text. */
  get gap(): number {
    return this.#length === 0 ? Gap.Blank : this.#gap;
  }

  /** Whether the next text follows the last one directly, so that a word can span both. */
  get joins(): boolean {
    return this.gap === Gap.None && this.#held === "";
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
   * @param scan The result of `scanText`: most text can then be copied unchanged.
   * @returns False if there was nothing but white space.
   */
  write(text: string, scan: TextScan): boolean {
    if (text === "") return false;
    if (scan.opensBlank && scan.collapsed === 1) {
      this.open(Gap.Space);
      return false;
    }
    let shown = scan.opensBlank || scan.closesBlank ? trimBlanks(text) : text;
    if (!scan.plain) shown = shown.replace(/[ \t\n\f\r]+/g, " ");
    this.writeCollapsed(shown, scan.opensBlank, scan.closesBlank);
    return true;
  }

  /** Writes text whose white space is collapsed, without that at its ends. */
  writeCollapsed(shown: string, opensBlank: boolean, closesBlank: boolean): void {
    if (opensBlank) this.open(Gap.Space);
    if (this.#held !== "") this.open(this.#held.includes("\n") ? Gap.Line : Gap.Space);
    this.#append(shown, this.#gap);
    if (closesBlank) this.#gap = Gap.Space;
  }

  /** Writes text with preserved white space, as in `<pre>`. Returns false if there was nothing but white space. */
  writePreserved(text: string): boolean {
    let end = text.length;
    while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
    if (end === 0) {
      this.#held += text;
      return false;
    }
    if (this.#gap < Gap.Line && this.#held !== "")
      this.#append(this.#held + text.slice(0, end), Gap.None, this.#held.length);
    else this.#append(text.slice(0, end), this.#gap);
    this.#held = text.slice(end);
    return true;
  }

  toString(): string {
    return this.#pieces.join("");
  }

  #append(text: string, gap: number, skip = 0): void {
    if (this.#length > 0 && gap !== Gap.None) {
      const between = gapTexts[gap];
      this.#pieces.push(between);
      this.#length += between.length;
    }
    this.#pieces.push(text);
    this.from = this.#length + skip;
    this.#length += text.length;
    this.to = this.#length;
    this.#gap = Gap.None;
    this.#held = "";
    this.#lineBreaks = 0;
  }
}

function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}
