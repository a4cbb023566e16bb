import { attribute, findTag, Gap, type Page, sumOf, tagNumber, textOf } from "../../page/index.ts";
import { blockOf, isNamedNote, markAtStart } from "./note-marks.ts";
import type { FoundNotes } from "./page-links.ts";

const A = tagNumber("a");
const H1 = tagNumber("h1");
const H6 = tagNumber("h6");
const HR = tagNumber("hr");
const LI = tagNumber("li");
const OL = tagNumber("ol");
const SUP = tagNumber("sup");

/** Maximum marks and notes, so that matching them may be slow. */
const mostMarks = 1000;

/**
 * Finds notes whose marks have no target: a `<sup>` in the text, and a block of that number in a list of notes, below the
 * last rule, in an element named as notes, or that begins with the same `<sup>`, unless it is
 * near the top, where authors' affiliations are. Other superscripts have no such block: powers, ordinals, affiliations.
 *
 * @param places Running sum of possible content of notes.
 */
export function findLooseNotes(page: Page, content: Int32Array, places: Int32Array, found: FoundNotes): void {
  const marks = new Map<string, number[]>();
  const blocks = new Map<string, number>();
  const opened = new Map<string, number>();
  let count = 0;
  for (let i = findTag(page, SUP); i >= 0 && count < mostMarks; i = findTag(page, SUP, i + 1)) {
    if (sumOf(page, places, i) === 0 || found.references.has(i) || isLinked(page, i)) continue;
    const mark = /^[[(]?(\d{1,3}|[*†‡§]{1,3})[\])]?$/.exec(textOf(page, i).trim())?.[1];
    if (mark === undefined) continue;
    count++;
    const block = blockOf(page, i);
    const opens = page.gap[block] >= Gap.Line && page.textFrom[block] === page.textFrom[i];
    if (opens && isNamedNote(page, block)) blocks.set(mark, block);
    else if (opens && marks.has(mark) && 2 * content[block] > content[page.size]) opened.set(mark, block);
    else if (!opens && sumOf(page, content, i) > 0 && !isPower(page, i))
      marks.set(mark, [...(marks.get(mark) ?? []), i]);
  }
  if (marks.size === 0) return;
  const ends = new Map<number, number>();
  if (blocks.size === 0) findListed(page, marks, blocks);
  if (blocks.size === 0) findBelowRule(page, marks, blocks, ends);
  if (blocks.size === 0) for (const [mark, block] of opened) blocks.set(mark, block);
  for (const [mark, block] of blocks) {
    const before = marks.get(mark)?.filter((node) => page.end[node] <= block) ?? [];
    if (before.length === 0 || found.notes.has(block) || sumOf(page, places, block) === 0) continue;
    const label = found.makeLabel(mark);
    found.notes.set(block, { label, end: ends.get(block) ?? page.end[block], isLoose: true });
    for (const node of before) found.references.set(node, label);
  }
}

function isLinked(page: Page, sup: number): boolean {
  return page.tag[page.parent[sup]] === A || findTag(page, A, sup, page.end[sup]) >= 0;
}

/** Whether a superscript follows a unit, a variable or a ten. */
function isPower(page: Page, sup: number): boolean {
  const start = page.textFrom[sup];
  return /(?:^|[\s(\d])(?:\p{L}|[cdkm]m|ft|in|10)$/u.test(page.text.slice(Math.max(0, start - 5), start));
}

/** Items of a list named or titled as notes. */
function findListed(page: Page, marks: ReadonlyMap<string, readonly number[]>, blocks: Map<string, number>): void {
  const first = Math.min(...[...marks.values()].map(([node]) => node));
  for (let i = findTag(page, OL, first); i >= 0; i = findTag(page, OL, i + 1)) {
    if (!isNamedNote(page, i) && !isHeadedNotes(page, i)) continue;
    let number = Number(attribute(page, i, "start") ?? 1);
    for (let item = i + 1; item < page.end[i] && blocks.size < mostMarks; item = page.end[item]) {
      if (page.tag[item] === LI) blocks.set(String(number++), item);
    }
    return;
  }
}

/** Whether the last text before an element is a heading that announces notes. */
function isHeadedNotes(page: Page, node: number): boolean {
  for (let i = node - 1, steps = 0; i > 0 && steps < 8; i--, steps++) {
    if (page.tag[i] < H1 || page.tag[i] > H6) continue;
    const text = textOf(page, i).trim();
    return /^(?:foot|end)?notes?:?$|^(?:fußnoten|anmerkungen|notas|note a piè di pagina|notes de bas de page|脚注|注释)$/i.test(
      text,
    );
  }
  return false;
}

/** Blocks below the last rule that begin with a mark, each with what follows it. */
function findBelowRule(
  page: Page,
  marks: ReadonlyMap<string, readonly number[]>,
  blocks: Map<string, number>,
  ends: Map<number, number>,
): void {
  const rule = page.tag.lastIndexOf(HR);
  if (rule < 0) return;
  const limit = page.end[page.parent[rule]];
  let last = -1;
  for (let i = page.end[rule]; i < limit && blocks.size < mostMarks; i = page.end[i]) {
    if (page.tag[i] >= H1 && page.tag[i] <= H6) return;
    const mark = sumOf(page, page.sums.characters, i) === 0 ? undefined : markAtStart(page, i);
    if (mark !== undefined && marks.has(mark) && !blocks.has(mark)) {
      blocks.set(mark, i);
      last = i;
    } else if (last < 0 && sumOf(page, page.sums.characters, i) > 0) return;
    if (last >= 0) ends.set(last, page.end[i]);
  }
}
