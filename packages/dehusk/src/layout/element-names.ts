import type { Page } from "../page/index.ts";
import type { Arena } from "./arena.ts";
import type { Bucket } from "./rule.ts";

const mostClasses = 100;
const noBuckets: readonly Bucket[] = [];

/** What selectors match on: ids, classes and sibling positions, collected in one pass. */
export class ElementNames {
  readonly classes = new Map<string, Bucket>();
  readonly ids = new Map<string, Bucket>();
  /** Only those that rules use. */
  readonly tags = new Map<string, Bucket>();
  readonly attributes = new Map<string, Bucket>();
  /** The same by tag number; see {@link numberTags}. */
  readonly byTag: (Bucket | undefined)[] = [];
  readonly classLists: (readonly Bucket[])[];
  readonly idOf: (string | undefined)[] = [];
  /** Bloom bits of the ids and classes, and of the tags, of each element and its ancestors. */
  readonly lowBits: Int32Array;
  readonly highBits: Int32Array;
  readonly tagBits: Int32Array;
  /** Previous sibling element, 0 for none, and index among siblings. */
  readonly previous: Int32Array;
  readonly place: Int32Array;
  /** Last child element. */
  readonly last: Int32Array;
  readonly #tagNumbers = new Map<string, number>();
  readonly #asked: readonly string[] | undefined;
  readonly #listsByText = new Map<string, readonly Bucket[]>();

  /** @param asked All names that rules may use, undefined for any. */
  constructor(page: Page, asked: readonly string[] | undefined, arena: Arena) {
    this.#asked = asked;
    this.lowBits = arena.integers();
    this.highBits = arena.integers();
    this.tagBits = arena.integers();
    this.previous = arena.integers();
    this.place = arena.integers();
    this.last = arena.integers();
    this.classLists = new Array<readonly Bucket[]>(page.size).fill(noBuckets);
    for (let node = 1; node < page.size; node++) {
      if (page.tag[node] > 2) this.#add(page, node);
    }
  }

  /** Resolves the tags that rules use to numbers; call after the last rule. */
  numberTags({ tagNames }: Page): void {
    for (let number = 0; number < tagNames.length; number++) {
      const name = tagNames[number];
      this.#tagNumbers.set(name, number);
      const bucket = this.tags.get(name);
      if (bucket !== undefined) this.byTag[number] = bucket;
    }
  }

  /** The number of a tag, -1 if the page does not have it. */
  tagNumber(name: string): number {
    return this.#tagNumbers.get(name) ?? -1;
  }

  #add({ tag, parent, attributes }: Page, node: number): void {
    const above = parent[node];
    const previous = this.last[above];
    this.previous[node] = previous;
    this.place[node] = previous === 0 ? 1 : this.place[previous] + 1;
    this.last[above] = node;
    this.tagBits[node] = this.tagBits[above] | tagBit(tag[node]);
    let low = this.lowBits[above];
    let high = this.highBits[above];
    const list = attributes[node];
    for (let i = 0; i < list.length; i++) {
      const { name, value } = list[i];
      if (name === "class" && this.#isAsked(value)) {
        const buckets = this.#classList(value);
        this.classLists[node] = buckets;
        for (let k = 0; k < buckets.length; k++) {
          low |= buckets[k].low;
          high |= buckets[k].high;
        }
      } else if (name === "id" && this.#isAsked(value)) {
        this.idOf[node] = value;
        const bucket = bucketOf(this.ids, value);
        low |= bucket.low;
        high |= bucket.high;
      }
    }
    this.lowBits[node] = low;
    this.highBits[node] = high;
  }

  #isAsked(text: string): boolean {
    const asked = this.#asked;
    if (asked === undefined) return true;
    for (let i = 0; i < asked.length; i++) if (text.includes(asked[i])) return true;
    return false;
  }

  #classList(text: string): readonly Bucket[] {
    let list = this.#listsByText.get(text);
    if (list === undefined) {
      const buckets: Bucket[] = [];
      for (const name of /[\t\n\f\r]/.test(text)
        ? text.split(/[ \t\n\f\r]+/, mostClasses)
        : text.split(" ", mostClasses)) {
        if (name !== "") buckets.push(bucketOf(this.classes, name));
      }
      list = buckets;
      this.#listsByText.set(text, list);
    }
    return list;
  }
}

/** The bucket of a name, created if missing. */
export function bucketOf(map: Map<string, Bucket>, name: string): Bucket {
  let bucket = map.get(name);
  if (bucket === undefined) {
    const bit = (map.size * 37) % 64;
    bucket = { low: bit < 32 ? 1 << bit : 0, high: bit < 32 ? 0 : 1 << (bit - 32), rules: [] };
    map.set(name, bucket);
  }
  return bucket;
}

/** The Bloom bit of a tag, out of 32. */
export function tagBit(tag: number): number {
  return 1 << (tag % 32);
}
