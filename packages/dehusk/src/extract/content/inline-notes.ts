import { attribute, Gap, isShown, isText, Mark, type Page, sumOf, tagNumber, textOf } from "../../page/index.ts";
import { classNames } from "./class-names.ts";
import { blockOf } from "./note-marks.ts";
import type { FoundNotes } from "./page-links.ts";

const ASIDE = tagNumber("aside");
const INPUT = tagNumber("input");
const LABEL = tagNumber("label");
const SMALL = tagNumber("small");
const SPAN = tagNumber("span");
const SUP = tagNumber("sup");

/** A note at the position of its mark. */
export interface InlineNote {
  readonly label: string;
  /** The first and one past the last node of its text. */
  readonly from: number;
  readonly to: number;
}

/** Notes within the text, by the element to write their mark for; and elements that only repeat them. */
export interface InlineNotes {
  readonly notes: ReadonlyMap<number, InlineNote>;
  readonly repeats: ReadonlySet<number>;
}

const noteClass =
  /(?:^|[\s_-])(?:side-?note|margin-?note|foot-?note(?:__note|[-_]?content|[-_]?text)?|ltx_note_content)(?=\s|$)/i;

const mostNotes = 1000;
/** Maximum nodes, so that nested notes are not read again and again. */
const longestNote = 1000;

/**
 * Finds notes within a text: sidenotes, spans that a script opens, whether they are shown or not.
 *
 * @param kept 1 for each node to write; the contents of hidden notes are added in place.
 */
export function findInlineNotes(page: Page, kept: Uint8Array, found: FoundNotes): InlineNotes {
  const notes = new Map<number, InlineNote>();
  const repeats = new Set<number>();
  for (let i = 1; i < page.size && notes.size < mostNotes; i++) {
    const tag = page.tag[i];
    if ((tag !== SPAN && tag !== ASIDE && tag !== SMALL) || page.attributes[i].length === 0) continue;
    const names = classNames(page, i);
    if (names === "" || !noteClass.test(names) || !isInText(page, i, kept)) continue;
    if (page.end[i] - i > longestNote) continue;
    const { holder, text } = partsOf(page, i);
    if (!hasWords(page, text)) continue;
    const before = markBefore(page, holder, repeats);
    if (before >= 0 && isReference(page, before, found)) repeats.add(holder);
    else {
      const own = markIn(page, holder, text);
      const mark = own || (before < 0 ? "" : textOf(page, before).replace(/[[\]\s]/g, ""));
      const label = found.makeLabel(/^\d{1,3}$/.test(mark) ? mark : String(notes.size + 1));
      if (before >= 0) repeats.add(before);
      notes.set(holder, { label, from: afterMark(page, text, label), to: page.end[text] });
      keep(page, kept, holder);
    }
    i = page.end[holder] - 1;
  }
  return { notes, repeats };
}

/** Whether an element has kept text around it in its block. */
function isInText(page: Page, node: number, kept: Uint8Array): boolean {
  const block = blockOf(page, page.parent[node]);
  if (page.gap[block] < Gap.Line) return false;
  const { characters } = page.sums;
  return kept[block] === 1 && sumOf(page, characters, block) > sumOf(page, characters, node);
}

/** The element of a note with its mark, and the one with its text within. */
function partsOf(page: Page, holder: number): { holder: number; text: number } {
  let text = holder;
  for (let i = holder + 1; i < page.end[holder]; i++) {
    if (page.tag[i] === SPAN && noteClass.test(classNames(page, i))) text = i;
  }
  return { holder, text };
}

function hasWords(page: Page, text: number): boolean {
  let words = 0;
  for (let i = text; i < page.end[text]; i++) if (isText(page, i)) words += page.strings[i].split(/\s+/).length;
  return words > 1;
}

/** A `<sup>`, `<label>` or number right before a note, -1 for none. */
function markBefore(page: Page, holder: number, repeats: Set<number>): number {
  const parent = page.parent[holder];
  let before = holder - 1;
  for (; before > parent; before--) {
    const isBlank = isText(page, before) ? page.strings[before].trim() === "" : page.tag[before] === INPUT;
    if (!isBlank) break;
    // The checkbox that opens a note on small screens.
    repeats.add(before);
  }
  while (before > parent && page.parent[before] !== parent) before = page.parent[before];
  if (before <= parent || isText(page, before)) return -1;
  const isMark =
    page.tag[before] === SUP || page.tag[before] === LABEL || /note|number/i.test(classNames(page, before));
  return isMark && textOf(page, before).trim().length <= 5 ? before : -1;
}

function isReference(page: Page, before: number, found: FoundNotes): boolean {
  for (let i = before; i < page.end[before]; i++) if (found.references.has(i)) return true;
  return false;
}

function markIn(page: Page, holder: number, text: number): string {
  if (holder === text) return attribute(page, holder, "data-mfn") ?? "";
  const own = page.strings.slice(holder, text).join("").trim();
  return own.replace(/[[\]().]/g, "");
}

/** Where a note's text continues after its own mark. */
function afterMark(page: Page, text: number, label: string): number {
  let from = text + 1;
  while (from < page.end[text]) {
    const own = page.strings
      .slice(from, page.end[from])
      .join("")
      .trim()
      .replace(/[[\]().:]/g, "");
    if (own !== label && own !== "") break;
    from = page.end[from];
  }
  return from;
}

function keep(page: Page, kept: Uint8Array, holder: number): void {
  const unseen = Mark.Unseen | Mark.NoScript | Mark.Template;
  for (let i = holder; i < page.end[holder]; i++) {
    if (isShown(page, i) || (page.marks[i] & unseen) === 0) kept[i] = 1;
  }
}
