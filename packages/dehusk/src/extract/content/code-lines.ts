import { COMMENT, findTag, Gap, isShown, type Page, sumOf, TEXT, tagNumbers } from "../../page/index.ts";
import { isCodeCell } from "./code-block.ts";
import { tablesOf } from "./table-kinds.ts";

const [CODE, DIV, PRE] = tagNumbers("code", "div", "pre");

const none: ReadonlyMap<number, number> = new Map();

/**
 * Lines of code that are a `<div>` each: siblings that contain only `<code>`. Each line is mapped to the first line
 * of its block. Linear in the nodes of pages that have `<code>`.
 */
export function findCodeLines(page: Page): ReadonlyMap<number, number> {
  if (findTag(page, CODE) < 0) return none;
  const code = sumCode(page);
  const lines = new Map<number, number>();
  for (let i = 1; i < page.size; i++) {
    if (!isLine(page, code, i) || lines.has(i)) continue;
    const run = [i];
    for (let next = siblingAfter(page, i); next > 0; next = siblingAfter(page, next)) {
      if (!isLine(page, code, next) && !isEmptyLine(page, next)) break;
      run.push(next);
    }
    while (isEmptyLine(page, run[run.length - 1])) run.pop();
    if (run.length > 1) for (const line of run) lines.set(line, i);
    i = page.end[run[run.length - 1]] - 1;
  }
  return lines;
}

/** Keeps code that is laid out line by line whole: a line with only a bracket would not be content by itself. */
export function keepCodeWhole(page: Page, kept: Uint8Array): void {
  const lines = findCodeLines(page);
  for (const table of tablesOf(page).code) {
    const end = page.end[table];
    const cells: number[] = [];
    for (let i = table + 1; i < end; i++) if (isCodeCell(page, i)) cells.push(i);
    keepAll(cells);
  }
  let run: number[] = [];
  for (const [line, first] of lines) {
    if (line === first) {
      keepAll(run);
      run = [];
    }
    run.push(line);
  }
  keepAll(run);

  function keepAll(parts: readonly number[]): void {
    const isKept = parts.some((part) =>
      kept.subarray(part + 1, page.end[part]).some((own, i) => own === 1 && isWord(part + 1 + i)),
    );
    if (!isKept) return;
    for (const part of parts) for (let i = part; i < page.end[part]; i++) if (isShown(page, i)) kept[i] = 1;
  }

  function isWord(node: number): boolean {
    return page.tag[node] === TEXT && page.strings[node].trim() !== "";
  }
}

/** Running sum of the characters in `<code>` outside `<pre>`. */
function sumCode(page: Page): Int32Array {
  const { characters } = page.sums;
  const sum = new Int32Array(page.size + 1);
  let codeEnd = 0;
  let preEnd = 0;
  for (let i = 0; i < page.size; i++) {
    if (page.tag[i] === PRE) preEnd = Math.max(preEnd, page.end[i]);
    else if (page.tag[i] === CODE && i >= preEnd) codeEnd = Math.max(codeEnd, page.end[i]);
    sum[i + 1] = sum[i] + (i < codeEnd && page.tag[i] === TEXT ? characters[i + 1] - characters[i] : 0);
  }
  return sum;
}

function isLine(page: Page, code: Int32Array, node: number): boolean {
  if (page.tag[node] !== DIV) return false;
  const count = sumOf(page, code, node);
  const { anchorCharacters, characters } = page.sums;
  if (count === 0 || count !== sumOf(page, characters, node) || sumOf(page, anchorCharacters, node) > 0) return false;
  return !holdsBlocks(page, node);
}

/** Whether an element stands for an empty line. */
function isEmptyLine(page: Page, node: number): boolean {
  if (page.tag[node] !== DIV) return false;
  return sumOf(page, page.sums.characters, node) === 0 && !holdsBlocks(page, node);
}

/** Maximum nodes of a line. */
const mostNodes = 400;

function holdsBlocks(page: Page, node: number): boolean {
  const end = page.end[node];
  if (end - node > mostNodes || sumOf(page, page.sums.images, node) > 0) return true;
  for (let i = node + 1; i < end; i++) if (page.tag[i] !== TEXT && page.gap[i] >= Gap.Line) return true;
  return false;
}

/** The next sibling element of a node, if only white space is between; 0 for none. */
function siblingAfter(page: Page, node: number): number {
  const end = page.end[page.parent[node]];
  for (let i = page.end[node]; i < end; i = page.end[i]) {
    if (page.tag[i] > COMMENT) return i;
    if (page.tag[i] === TEXT && page.strings[i].trim() !== "") return 0;
  }
  return 0;
}
