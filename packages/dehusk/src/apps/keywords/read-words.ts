import { keepShown } from "../../extract/index.ts";
import { isShown, isText, type Page } from "../../page/index.ts";
import { plainWords } from "../plain-words.ts";
import { readSettings } from "./node-settings.ts";
import { Between, betweenWords, isUnspaced, splitPlaces } from "./split-places.ts";

/** Properties of a word, as bits. The bits below 16 are its context, see `node-settings.ts`. */
export const WordMark = {
  /** Starts with a capital letter. */
  Capital: 16,
  /** All capitals, at least two letters. */
  AllCaps: 32,
  /** Of a script without spaces: a character or a cluster. */
  Unspaced: 64,
  /** The first word of a stretch of text, or of a link. */
  Opens: 128,
  /** The last one. */
  Closes: 256,
  /** The first word of a sentence. */
  Starts: 512,
} as const;

/** The words of a page's kept text in reading order, as flat arrays. */
export interface PageWords {
  readonly count: number;
  /** The page's text, which offsets refer to. */
  readonly text: string;
  /** Number of each word's plain form in `vocabulary`. */
  readonly word: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** {@link WordMark} bits, and those of the word's context. */
  readonly marks: Uint16Array;
  /** One past the last word that a phrase from here can reach. */
  readonly runEnd: Int32Array;
  /** First word of each word's sentence, and one past its last. */
  readonly sentenceFrom: Int32Array;
  readonly sentenceTo: Int32Array;
  /** Plain forms: folded case, composed characters. */
  readonly vocabulary: readonly string[];
  readonly numbers: ReadonlyMap<string, number>;
}

/** Longer words are data, not language: URLs, keys, data URIs. They separate phrases. */
const maxWordLength = 60;

/**
 * Reads the words of the kept text. Phrases must not cross punctuation, block borders, borders between links, or text
 * that is not kept. Linear in the page.
 *
 * @param kept 1 for each node to read; hidden text is not read. Default: everything shown.
 */
export function readWords(page: Page, kept: Uint8Array = keepShown(page)): PageWords {
  const reader = new WordReader(page);
  const { first, last, count } = page.blocks;
  for (let b = 0; b < count; b++) {
    let open = -1;
    let to = -1;
    for (let i = first[b]; i <= last[b]; i++) {
      if (!isText(page, i) || !isShown(page, i)) continue;
      const isBlank = page.textTo[i + 1] <= page.textFrom[i];
      if (isBlank) continue;
      if (kept[i] === 1) {
        if (open < 0) open = i;
        to = i;
      } else if (open >= 0) {
        reader.readStretch(open, to);
        open = -1;
      }
    }
    if (open >= 0) reader.readStretch(open, to);
  }
  return reader.finish();
}

class WordReader {
  readonly #page: Page;
  readonly #settings: Uint8Array;
  readonly #links: Int32Array;
  readonly #word: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #marks: number[] = [];
  readonly #runs: number[] = [];
  readonly #sentences: number[] = [];
  readonly #vocabulary: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Numbers and marks by written form, so that each is normalized once. */
  readonly #written = new Map<string, { readonly number: number; readonly marks: number }>();

  constructor(page: Page) {
    this.#page = page;
    const { settings, links } = readSettings(page);
    this.#settings = settings;
    this.#links = links;
  }

  /** Reads text without block borders, from one text node to another. */
  readStretch(firstNode: number, lastNode: number): void {
    const page = this.#page;
    const start = page.textFrom[firstNode];
    const text = page.text.slice(start, page.textTo[lastNode + 1]);
    const opened = this.#word.length;
    let node = firstNode;
    let link = -1;
    let before = -1;
    splitPlaces(text, (word, from, to) => {
      const { number, marks } = this.#learn(word);
      // Non-words stay in the gap, and separate phrases as a symbol does.
      if (number < 0) return;
      while (node < lastNode && page.textTo[node + 1] <= start + from) node++;
      const isFirst = this.#word.length === opened;
      const dense = !isFirst && (marks & this.#marks[this.#marks.length - 1] & WordMark.Unspaced) !== 0;
      const between = isFirst ? Between.Stop : betweenWords(text, before, from, dense);
      const ownLink = this.#links[node];
      const changes = ownLink !== link && !isFirst;
      if (changes && link >= 0) this.#mark(-1, WordMark.Closes);
      const opens = isFirst || (ownLink !== link && ownLink >= 0);
      const crossesLinks = changes && link >= 0 && ownLink >= 0;
      link = ownLink;
      before = to;
      if (between === Between.Stop) this.#sentences.push(this.#word.length);
      if (between !== Between.Joint || crossesLinks) this.#runs.push(this.#word.length);
      this.#word.push(number);
      this.#from.push(start + from);
      this.#to.push(start + to);
      const starts = between === Between.Stop ? WordMark.Starts : 0;
      this.#marks.push(this.#settings[node] | marks | starts | (opens ? WordMark.Opens : 0));
    });
    if (this.#word.length > opened) this.#mark(-1, WordMark.Closes);
  }

  finish(): PageWords {
    const count = this.#word.length;
    const { starts: sentenceFrom, ends: sentenceTo } = spread(this.#sentences, count);
    return {
      count,
      text: this.#page.text,
      word: Int32Array.from(this.#word),
      from: Int32Array.from(this.#from),
      to: Int32Array.from(this.#to),
      marks: Uint16Array.from(this.#marks),
      runEnd: spread(this.#runs, count).ends,
      sentenceFrom,
      sentenceTo,
      vocabulary: this.#vocabulary,
      numbers: this.#numbers,
    };
  }

  #mark(at: number, mark: number): void {
    const i = this.#marks.length + at;
    if (i >= 0) this.#marks[i] = this.#marks[i] | mark;
  }

  #learn(word: string): { readonly number: number; readonly marks: number } {
    const known = this.#written.get(word);
    if (known !== undefined) return known;
    const plain = word.length > maxWordLength ? "" : plainWords(word).join(" ");
    let number = plain === "" ? -1 : (this.#numbers.get(plain) ?? -2);
    if (number === -2) {
      number = this.#vocabulary.push(plain) - 1;
      this.#numbers.set(plain, number);
    }
    const learned = { number, marks: marksOf(word) };
    this.#written.set(word, learned);
    return learned;
  }
}

function marksOf(word: string): number {
  const capital = /^\p{Lu}/u.test(word) ? WordMark.Capital : 0;
  const allCaps = /^[\p{Lu}\p{N}]*\p{Lu}[\p{Lu}\p{N}]+$/u.test(word.slice(0, maxWordLength)) ? WordMark.AllCaps : 0;
  return capital | allCaps | (isUnspaced(word) ? WordMark.Unspaced : 0);
}

/** For each word, the start and end of the part it is in. */
function spread(borders: readonly number[], count: number): { starts: Int32Array; ends: Int32Array } {
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  for (const [k, from] of borders.entries()) {
    const to = borders[k + 1] ?? count;
    starts.fill(from, from, to);
    ends.fill(to, from, to);
  }
  return { starts, ends };
}
