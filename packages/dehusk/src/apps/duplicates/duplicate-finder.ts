import { checkNames, checkWhole } from "../../basics/index.ts";
import { extract, readMetadata } from "../../extract/index.ts";
import { type Page, siteOf } from "../../page/index.ts";
import { DisjointSets } from "./disjoint-sets.ts";
import { type DuplicateGroup, measureGroup } from "./duplicate-group.ts";
import { DuplicateIndex, type DuplicateIndexOptions } from "./duplicate-index.ts";
import { hostFrame, type SampledPage, sampleSize } from "./host-frame.ts";
import { defaultMatch } from "./is-duplicate.ts";
import { defaultKeep, shinglesOf } from "./shingles.ts";

/**
 * Finds pages with the same content by all that is known of them: their content by the default model, and what is left
 * of them without the shingles that their host has on many pages. Two pages are duplicates if one of these two texts
 * of the one matches one of the other. A model that sees a page alone may keep a notice of the site and drop a short
 * post; other pages of the host tell which is which, and what they leave is right where the model is wrong.
 *
 * Pages are read once. Cost: an extraction per page; memory: 2 KB per page.
 */

/** What is remembered of a page. */
export interface PageSketch {
  readonly host: string;
  /** All that the page shows. */
  readonly whole: SampledPage;
  /** Its content, by the default model. */
  readonly content: Float64Array;
}

/** Pages of a host from which its frame is known well enough to compare pages without it. */
const minHostPages = 8;

/**
 * Sketches a page for a `DuplicateFinder`.
 *
 * @param size Words per shingle. Default 6.
 */
export function sketchPage(page: Page, size?: number): PageSketch {
  const sample = (text: string): Float64Array => shinglesOf(text, { size, keep: sampleSize });
  const title = readMetadata(page).title ?? "";
  return { host: siteOf(page), whole: { shingles: sample(page.text), title }, content: sample(extract(page).text) };
}

/**
 * The sketches by which a page is compared: of its content, and of the whole page if its host has enough pages, both
 * without the host's frame.
 *
 * @param pages Number of pages of the host.
 */
export function ownSketches(
  { whole, content }: PageSketch,
  frame: ReadonlySet<number>,
  pages: number,
  keep = defaultKeep,
): Float64Array[] {
  // Beyond the last shingle of the frame too few pages were sampled to tell what is the host's.
  const isCut = frame.size > 0 && whole.shingles.length >= sampleSize;
  const last = isCut ? Math.max(...frame) : Number.POSITIVE_INFINITY;
  const own = (shingles: Float64Array): Float64Array =>
    shingles.filter((each) => each <= last && !frame.has(each)).slice(0, keep);
  return pages < minHostPages ? [own(content)] : [own(content), own(whole.shingles)];
}

/**
 * Groups pages by their content.
 *
 * @example
 * const finder = new DuplicateFinder();
 * for (const html of pages) finder.add(html, sketchPage(parse(html)));
 * for (const { members } of finder.groups()) console.log(members.length);
 */
export class DuplicateFinder<Id = string> {
  readonly #keep: number;
  readonly #match: number;
  readonly #ids: Id[] = [];
  readonly #pages: PageSketch[] = [];

  /** @throws DehuskError `bad-option`. */
  constructor(options: DuplicateIndexOptions = {}) {
    checkNames(options, ["keep", "match"]);
    const { keep = defaultKeep, match = defaultMatch } = options;
    checkWhole("keep", keep, 1, sampleSize);
    checkWhole("match", match, 1, keep);
    this.#keep = keep;
    this.#match = match;
  }

  /** Pages added so far. */
  get size(): number {
    return this.#pages.length;
  }

  add(id: Id, sketch: PageSketch): void {
    this.#ids.push(id);
    this.#pages.push(sketch);
  }

  /** Groups of at least two pages, ordered by their first page; pages in the order added. */
  groups(): DuplicateGroup<Id>[] {
    const sketches = this.#ownSketches();
    const index = new DuplicateIndex<number>({ keep: this.#keep, match: this.#match });
    const sets = new DisjointSets();
    for (const [page, own] of sketches.entries()) {
      sets.add();
      for (const sketch of own) index.add(page, sketch);
    }
    for (const { members } of index.groups()) for (const page of members) sets.join(members[0] as number, page);
    const groups = new Map<number, number[]>();
    for (let page = 0; page < this.size; page++) {
      const first = sets.first(page);
      const group = groups.get(first);
      if (group === undefined) groups.set(first, [page]);
      else group.push(page);
    }
    return [...groups.values()]
      .filter(({ length }) => length > 1)
      .map((pages) => ({ members: pages.map((page) => this.#ids[page] as Id), ...this.#measure(pages, sketches) }));
  }

  /** By the texts that are more alike. */
  #measure(pages: readonly number[], sketches: readonly Float64Array[][]): { matches: number; similarity: number } {
    const lists = pages.map((page) => sketches[page] as Float64Array[]);
    const contents = measureGroup(lists.map(([content]) => content as Float64Array));
    if (lists.some(({ length }) => length < 2)) return contents;
    const wholes = measureGroup(lists.map(([, whole]) => whole as Float64Array));
    return wholes.similarity > contents.similarity ? wholes : contents;
  }

  #ownSketches(): Float64Array[][] {
    const hosts = new Map<string, PageSketch[]>();
    for (const page of this.#pages) {
      const list = hosts.get(page.host);
      if (list === undefined) hosts.set(page.host, [page]);
      else list.push(page);
    }
    const frames = new Map([...hosts].map(([host, pages]) => [host, hostFrame(pages.map(({ whole }) => whole))]));
    return this.#pages.map((page) => {
      const { host } = page;
      const pages = (hosts.get(host) as PageSketch[]).length;
      return ownSketches(page, frames.get(host) as ReadonlySet<number>, pages, this.#keep);
    });
  }
}
