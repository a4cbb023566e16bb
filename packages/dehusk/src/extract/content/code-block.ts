import {
  attribute,
  COMMENT,
  closeDirections,
  findTag,
  Gap,
  isShown,
  Mark,
  type Page,
  sumOf,
  TEXT,
  tagNumber,
  textOf,
} from "../../page/index.ts";
import { classNames } from "./class-names.ts";
import { codeLanguage, isCodeHeader, isShort, languageOf, wrappers } from "./code-language.ts";

const BR = tagNumber("br");
const BUTTON = tagNumber("button");
const CODE = tagNumber("code");
const PRE = tagNumber("pre");
const SPAN = tagNumber("span");
const TD = tagNumber("td");
const TH = tagNumber("th");

const lineHolders = new Set("ol,table,tbody,tr,ul".split(",").map(tagNumber));

/** Class names of elements with only line numbers. */
const gutterClass =
  /(?:^|[\s_-])(?:line-?(?:no|num)(?:ber)?s?(?:div)?|gutter|lnt?|blob-num|hljs-ln-n\w*|nums)(?=[\s_-]|$)/i;

/**
 * The code of a subtree as shown, including line ends made by blocks and `<br>`. Line
 * numbers, labels above the code and buttons are left out: they are not code, and nobody wants to copy them.
 *
 * @param lines Whether to keep white space even without markup for it.
 */
export function codeText(page: Page, kept: Uint8Array, node: number, lines = false): string {
  // What might be a label is the code if there is no other.
  return readCode(page, kept, node, lines, true) || readCode(page, kept, node, lines, false);
}

function readCode(page: Page, kept: Uint8Array, node: number, lines: boolean, mayBeLabelled: boolean): string {
  const end = page.end[node];
  const pieces: string[] = [];
  const openEnds: number[] = [];
  let atLineStart = true;
  let lineEnd = -1;
  let hasEnded = false;
  let blockEnd = -1;
  for (let i = node + 1; i < end; i++) {
    while (openEnds.length > 0 && openEnds[openEnds.length - 1] <= i) {
      blockEnd = openEnds.pop() ?? -1;
      endLine();
    }
    const tag = page.tag[i];
    if (tag === TEXT) {
      if (kept[i] === 1) addText(page.strings[i], (page.marks[i] & Mark.Preserved) !== 0, isBetween(i));
      else if (isShown(page, i) && !atLineStart) add(" ");
    } else if (tag === BR) {
      if (kept[i] === 1) add("\n");
    } else if (tag > COMMENT) {
      const isLabel = (): boolean => mayBeLabelled && pieces.length === 0 && isCodeHeader(page, i);
      if (isGutter(page, i) || tag === BUTTON || isPrompt(page, i) || isLabel()) i = page.end[i] - 1;
      else if (isLineSpan(page, i)) {
        if (i === lineEnd && !hasEnded) add("\n");
        lineEnd = page.end[i];
        hasEnded = false;
      } else if (lines && page.end[i] === i + 1 && page.gap[i] > Gap.Tab) add("\n");
      else if (page.gap[i] >= Gap.Line) {
        endLine();
        openEnds.push(page.end[i]);
      }
    }
  }
  // Highlighters without <pre> indent with no-break spaces.
  const code = withoutBlankStart(
    pieces
      .join("")
      .replaceAll("\u00a0", " ")
      .replace(/^[ \t]+$/gm, ""),
  ).trimEnd();
  return closeDirections(code, true);

  function addText(text: string, preserved: boolean, between: boolean): void {
    if (preserved || (lines && !(between && /^[ \t\r]*\n\s*$/.test(text)))) add(text.replace(/\r\n?/g, "\n"));
    else {
      const shown = text.replace(/[ \t\n\f\r]+/g, " ");
      add(atLineStart ? shown.replace(/^ /, "") : shown);
    }
  }

  /** Whether a text is between lines that are elements. */
  function isBetween(text: number): boolean {
    const parent = page.parent[text];
    if (parent === node || lineHolders.has(page.tag[parent]) || text === blockEnd) return true;
    return text + 1 < end && page.tag[text + 1] > COMMENT && page.gap[text + 1] >= Gap.Line;
  }

  function add(text: string): void {
    if (text === "") return;
    pieces.push(text);
    atLineStart = text.endsWith("\n");
    if (atLineStart) hasEnded = true;
  }

  function endLine(): void {
    if (!atLineStart) add("\n");
  }
}

/** Whether an element within a line of text is a line of code to its highlighter, whose style sheet breaks lines. */
function isLineSpan(page: Page, node: number): boolean {
  if (page.tag[node] !== SPAN || page.gap[node] !== Gap.None) return false;
  return (
    /(?:^|\s)(?:code-?|token-)?line(?:\s|$)/.test(classNames(page, node)) ||
    attribute(page, node, "data-line") !== undefined
  );
}

/** Code from its first non-blank line. */
function withoutBlankStart(code: string): string {
  let start = 0;
  for (let i = 0; i < code.length; i++) {
    const sign = code.charCodeAt(i);
    if (sign === 0x0a) start = i + 1;
    else if (sign !== 0x20 && sign !== 0x09) break;
  }
  return code.slice(start);
}

/** Whether an element has only line numbers: by its name and its content. */
export function isGutter(page: Page, node: number): boolean {
  if (!gutterClass.test(classNames(page, node))) return false;
  const { characters, digits, punctuation } = page.sums;
  return sumOf(page, characters, node) === sumOf(page, digits, node) + sumOf(page, punctuation, node);
}

/** A prompt before a command that a highlighter added, and that copying leaves out. */
function isPrompt(page: Page, node: number): boolean {
  const style = attribute(page, node, "style");
  return style !== undefined && style.length < 300 && /user-select:\s*none/i.test(style) && isShort(page, node, 1);
}

/** Whether a cell has code, in highlighters' tables: one cell for the numbers, one for the code. */
export function isCodeCell(page: Page, node: number): boolean {
  const tag = page.tag[node];
  if (tag !== TD && tag !== TH) return false;
  if (/(?:^|\s)(?:code|blob-code|hljs-ln-code|rouge-code|lntd|crayon-code)(?:\s|$)/.test(classNames(page, node)))
    return true;
  const before = cellBefore(page, node);
  return before > 0 && isLineNumber(page, before) && !isGutter(page, node);
}

/** The cell before a cell in its row, 0 for none. */
function cellBefore(page: Page, cell: number): number {
  const row = page.parent[cell];
  let i = cell - 1;
  while (i > row && page.tag[i] === TEXT && page.parent[i] === row) i--;
  while (i > row && page.parent[i] !== row) i = page.parent[i];
  return i > row ? i : 0;
}

function isLineNumber(page: Page, cell: number): boolean {
  return isGutter(page, cell) && sumOf(page, page.sums.digits, cell) > 0;
}

/** Cells of a row that are searched for a line number. */
const mostCells = 8;

/** Whether the row of a cell has a line number: then only the cell after that number is code. */
export function hasLineNumber(page: Page, cell: number): boolean {
  const row = page.parent[cell];
  const end = page.end[row];
  for (let i = row + 1, count = 0; i < end && count < mostCells; i = page.end[i]) {
    if (page.tag[i] !== TD && page.tag[i] !== TH) continue;
    count++;
    if (isLineNumber(page, i)) return true;
  }
  return false;
}

/** Names of the boxes of editors and highlighters that write a line of code as an element. */
const lineBox =
  /(?:^|\s)(?:(?:CodeMirror-code|cm-content|view-lines|ace_text-layer|linenums|dp-[a-z]\w*)|\S*code-?block)(?=\s|$)/i;

/** Whether an element other than `<pre>` has lines of code. */
export function isCodeBox(page: Page, node: number): boolean {
  const found = lineBox.exec(classNames(page, node));
  if (found === null) return false;
  if (!/block$/i.test(found[0])) return true;
  const end = page.end[node];
  if (findTag(page, PRE, node, end) >= 0 || findTag(page, CODE, node, end) >= 0) return false;
  return languageOf(page, node) !== "" || /[{};=<>].*[{};=<>]/s.test(textOf(page, node).slice(0, 2000));
}

/** Whether a `<code>` outside `<pre>` is a block: it has several lines, or is alone and names its language. */
export function isCodeAlone(page: Page, kept: Uint8Array, node: number): boolean {
  const end = page.end[node];
  let lines = 0;
  for (let i = node + 1; i < end; i++) {
    if (kept[i] === 1 && (page.tag[i] === BR || (page.gap[i] >= Gap.Line && page.tag[i] !== TEXT))) lines++;
    if (lines > 1) return true;
  }
  if (lines > 0 || /(?:^|\s)block(?:\s|$)/.test(classNames(page, node))) return true;
  const { characters } = page.sums;
  const around = page.parent[node];
  const tag = page.tag[around];
  if (page.gap[around] < Gap.Line || !wrappers.has(tag) || tag === TD) return false;
  if (sumOf(page, characters, around) !== sumOf(page, characters, node)) return false;
  return codeLanguage(page, node) !== "";
}

/** Whether the text of a stand-alone element has line ends, which are then intended. */
export function isMultiline(page: Page, node: number): boolean {
  if (findTag(page, BR, node, page.end[node]) >= 0) return false;
  return page.strings.slice(node, page.end[node]).some((text) => /\S[^\S\n]*\n\s*\S/.test(text));
}
