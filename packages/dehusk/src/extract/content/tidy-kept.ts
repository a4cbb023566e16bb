import { isShown, isText, Mark, type Page, sumOf, tagNumber } from "../../page/index.ts";
import { keepCodeWhole } from "./code-lines.ts";
import { dropIcons } from "./drop-icons.ts";
import { dropOffers } from "./drop-offers.ts";
import { keepHeadings } from "./keep-headings.ts";
import { keepNotes } from "./keep-notes.ts";
import { isClosing, isSectionBreak, isSeparator } from "./lone-signs.ts";
import {
  dropFurniture,
  isAction,
  isAdLabel,
  isControl,
  isRowOfControls,
  isSourceLine,
  leadAlike,
  onlyLink,
} from "./page-furniture.ts";
import { pickImage } from "./pick-image.ts";
import { keepTabPanels } from "./tab-panels.ts";
import { tablesOf } from "./table-kinds.ts";

const BR = tagNumber("br");
const CODE = tagNumber("code");
const DD = tagNumber("dd");
const H1 = tagNumber("h1");
const H6 = tagNumber("h6");
const IMG = tagNumber("img");
const LI = tagNumber("li");
const P = tagNumber("p");
const TABLE = tagNumber("table");
const TD = tagNumber("td");
const TH = tagNumber("th");

/** Maximum words of a label of the interface. */
const mostLabelWords = 5;

/** Shorter texts may be repeated in siblings on purpose: a refrain, two equal results. */
const repeatWords = 8;

/** Maximum levels searched above a text, which bounds the time on deep pages. */
const mostLevels = 100;

/** A run of kept text that is shown on a line or as a paragraph of its own. */
interface Line {
  readonly block: number;
  readonly first: number;
  readonly last: number;
  readonly words: number;
  readonly text: string;
  /** The `<br>` before it, -1 where its block begins. */
  readonly br: number;
}

/**
 * The kept text worth writing: without lines of bullets or separators, buttons to share or print, signs
 * that link headings to themselves, repeated lines and pictures. Linear in nodes and text.
 */
export function tidyKept(page: Page, kept: Uint8Array): Uint8Array {
  const tidy = kept.slice();
  dropFurniture(page, tidy);
  dropOffers(page, tidy);
  dropIcons(page, tidy);
  keepTabPanels(page, tidy);
  keepNotes(page, tidy);
  keepHeadings(page, tidy);
  new LineTidier(page, tidy).run();
  keepCodeWhole(page, tidy);
  return tidy;
}

class LineTidier {
  readonly #page: Page;
  readonly #kept: Uint8Array;
  #previous: Line | undefined;
  /** The link of the last heading, 0 for none. */
  #titleLink = 0;
  /** Labels in lists, and the lists that have other texts. */
  readonly #labels: { readonly line: Line; readonly list: number }[] = [];
  readonly #listsWithText = new Set<number>();
  #places: Map<string, number> | undefined;

  constructor(page: Page, kept: Uint8Array) {
    this.#page = page;
    this.#kept = kept;
  }

  run(): void {
    const { first, count } = this.#page.blocks;
    for (let block = 0; block < count; block++) {
      // Preserved text is code, or a page in one piece.
      if ((this.#page.marks[first[block]] & Mark.Preserved) === 0) this.#block(block);
      else this.#previous = undefined;
    }
    for (const { line, list } of this.#labels) if (!this.#listsWithText.has(list)) this.#drop(line);
  }

  #block(block: number): void {
    const page = this.#page;
    const { words } = page.sums;
    const end = page.blocks.last[block];
    let first = -1;
    let last = -1;
    let count = 0;
    let br = -1;
    for (let i = page.blocks.first[block]; i <= end + 1; i++) {
      if (i > end || page.tag[i] === BR) {
        if (first >= 0) this.#line({ block, first, last, words: count, text: this.#textOf(first, last), br });
        first = -1;
        count = 0;
        br = i;
      } else if (this.#kept[i] === 1 && isText(page, i) && isShown(page, i)) {
        if (first < 0) first = i;
        last = i;
        count += words[i + 1] - words[i];
      }
    }
  }

  #textOf(first: number, last: number): string {
    const { strings } = this.#page;
    if (first === last) return strings[first].trim();
    let text = "";
    for (let i = first; i <= last; i++) if (this.#kept[i] === 1 && isText(this.#page, i)) text += strings[i];
    return text.trim();
  }

  #line(line: Line): void {
    if (line.text === "") return;
    this.#note(line);
    // The joiner of emoji counts as a word.
    if (line.words === 0 || line.text.length === 1) this.#signs(line);
    else if (line.words <= mostLabelWords && this.#isLabel(line)) this.#label(line);
    else if (
      isRowOfControls(this.#page, this.#kept, line.first, line.last) ||
      this.#isLinkAgain(line) ||
      this.#isControl(line) ||
      isSourceLine(this.#page, line.first, line.text)
    )
      this.#drop(line);
    else if (this.#previous === undefined || !this.#isRepeat(this.#previous, line)) this.#previous = line;
    else if (this.#isHeading(line) && !this.#isHeading(this.#previous)) {
      this.#drop(this.#previous);
      this.#previous = line;
    } else this.#drop(line);
  }

  #isControl(line: Line): boolean {
    const place = this.#placeOf(line.first);
    const tag = this.#page.tag[place];
    if (tag === CODE || isHeading(tag) || this.#isDataCell(place)) return false;
    return isControl(this.#page, line.first, line.last);
  }

  /** "Read more" and the like below a title that links to the same page. */
  #isLinkAgain(line: Line): boolean {
    const isHeading = this.#isHeading(line);
    const title = this.#titleLink;
    if (!isHeading && (title === 0 || line.words > mostLabelWords)) return false;
    const link = onlyLink(this.#page, this.#kept, line.first, line.last);
    if (isHeading) {
      this.#titleLink = link;
      return false;
    }
    // A link around title and text is not a second link.
    if (link === 0 || link === title || !leadAlike(this.#page, link, title)) return false;
    return !this.#isDataCell(this.#placeOf(line.first));
  }

  /** Records a list with more than labels. */
  #note(line: Line): void {
    const list = line.words === 0 ? 0 : this.#listOf(line);
    if (list > 0 && !(line.words <= mostLabelWords && this.#isLabel(line))) this.#listsWithText.add(list);
  }

  /** Drops a label; one that is a whole item only with all others of its list. */
  #label(line: Line): void {
    const list = this.#listOf(line);
    const isItem = list > 0 && sumOf(this.#page, this.#page.sums.words, this.#placeOf(line.first)) === line.words;
    if (isItem) this.#labels.push({ line, list });
    else this.#drop(line);
  }

  /** The list whose item contains a line, 0 for none. */
  #listOf({ first }: Line): number {
    const place = this.#placeOf(first);
    return this.#page.tag[place] === LI ? this.#page.parent[place] : 0;
  }

  #drop({ first, last }: Line): void {
    for (let i = first; i <= last; i++) if (isText(this.#page, i)) this.#kept[i] = 0;
  }

  /** A line without words. */
  #signs(line: Line): void {
    if (!isSeparator(line.text)) {
      this.#previous = undefined;
      return;
    }
    const place = this.#placeOf(line.first);
    const tag = this.#page.tag[place];
    if (tag === CODE || this.#isDataCell(place)) return;
    // The page has manual line breaks, here before the end of a sentence.
    if (line.br >= 0 && isClosing(line.text)) this.#kept[line.br] = 0;
    else if (tag === LI || !isSectionBreak(line.text)) this.#drop(line);
  }

  #isLabel(line: Line): boolean {
    const isAd = line.words <= 2 && isAdLabel(line.text);
    if (!isAd && !isAction(this.#page, line.first, line.last, (id) => this.#placeOfId(id))) return false;
    const place = this.#placeOf(line.first);
    const tag = this.#page.tag[place];
    return tag !== CODE && !isHeading(tag) && !(isAd && tag === LI) && !this.#isDataCell(place);
  }

  #isRepeat(before: Line, line: Line): boolean {
    if (before.words !== line.words || line.words < 2 || before.block === line.block) return false;
    if (line.text !== before.text && collapse(line.text) !== collapse(before.text)) return false;
    const place = this.#placeOf(line.first);
    const tag = this.#page.tag[place];
    if (tag === CODE || this.#isDataCell(place)) return false;
    // Two items may be alike.
    const isItem = tag === DD || (tag === LI && line.words < repeatWords);
    if (isItem && this.#placeOf(before.first) !== place) return false;
    if (line.words < repeatWords && this.#areSiblings(before.first, line.first)) return false;
    return !this.#hasPictureBetween(before.last, line.first);
  }

  /** Whether two texts have the same position in two paragraphs of one text or two items of one list. */
  #areSiblings(one: number, other: number): boolean {
    const { parent, tag } = this.#page;
    for (
      let a = one, b = other, level = 0;
      a > 0 && b > 0 && level < mostLevels;
      a = parent[a], b = parent[b], level++
    ) {
      if (tag[a] !== tag[b]) return false;
      if (parent[a] === parent[b]) return tag[a] === P || tag[a] === LI;
    }
    return false;
  }

  #hasPictureBetween(from: number, to: number): boolean {
    const page = this.#page;
    if (page.sums.images[from] === page.sums.images[to]) return false;
    for (let i = from; i < to; i++) {
      if (page.tag[i] === IMG && this.#kept[i] === 1 && pickImage(page, i) !== undefined) return true;
    }
    return false;
  }

  #isHeading({ first }: Line): boolean {
    return isHeading(this.#page.tag[this.#placeOf(first)]);
  }

  /** The element that determines the kind of a text: a cell, an item, a heading, code; 0 for none. */
  #placeOf(text: number): number {
    const { parent, tag } = this.#page;
    for (let i = parent[text], level = 0; i > 0 && level < mostLevels; i = parent[i], level++) {
      const kind = tag[i];
      if (kind === TD || kind === TH || kind === LI || kind === DD || kind === CODE || isHeading(kind)) return i;
    }
    return 0;
  }

  #isDataCell(place: number): boolean {
    const { parent, tag } = this.#page;
    if (tag[place] !== TD && tag[place] !== TH) return false;
    let table = place;
    while (table > 0 && tag[table] !== TABLE) table = parent[table];
    return tablesOf(this.#page).data.has(table);
  }

  #placeOfId(id: string): number {
    if (this.#places === undefined) {
      this.#places = new Map();
      const { attributes } = this.#page;
      for (let i = 1; i < attributes.length; i++) {
        for (const { name, value } of attributes[i]) {
          if ((name === "id" || name === "name") && !this.#places.has(value)) this.#places.set(value, i);
        }
      }
    }
    return this.#places.get(id) ?? -1;
  }
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ");
}

function isHeading(tag: number): boolean {
  return tag >= H1 && tag <= H6;
}
