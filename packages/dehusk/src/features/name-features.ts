import { type Attribute, COMMENT, hashNameParts, mostNameParts, type Page } from "../page/index.ts";
import { columnsOf } from "./feature.ts";
import { type Lexicon, weightOf } from "./lexicon.ts";

/** Log-odds from the names (`class`, `id`, `role` …) of a block's element and of those around it. */
export const nameFeatureNames = [
  "nameOwn",
  "nameNear",
  "nameNext",
  "nameThree",
  "nameAll",
  "nameLeast",
  "nameMost",
  "nameComment",
  "namePost",
  "nameReview",
] as const;
const column = /* @__PURE__ */ columnsOf(nameFeatureNames);

export type NameFeature = (typeof nameFeatureNames)[number];

/** Weights of the words in names: for content, then for comments, posts and reviews. */
export interface NameLexicons {
  readonly content: Lexicon;
  readonly comment: Lexicon;
  readonly post: Lexicon;
  readonly review: Lexicon;
}

const typeStart = "/";

/** The attributes whose values name an element's purpose. */
function isNaming(name: string): boolean {
  // By length first: most attributes are something else, and comparing strings takes longer.
  switch (name.length) {
    case 2:
      return name === "id";
    case 4:
      return name === "role";
    case 5:
      return name === "class";
    case 8:
      return name === "itemprop" || name === "itemtype";
    default:
      return false;
  }
}

/** The hashes of the words in one name. */
const scratch = new Int32Array(mostNameParts);

/** The hashed words in an element's names; one that two attributes share occurs twice. */
export function nameHashes(attributes: readonly Attribute[]): number[] {
  const hashes: number[] = [];
  for (const { name, value } of attributes) {
    if (!isNaming(name)) continue;
    const plain = name === "itemtype" ? plainType(value) : value;
    hashes.push(...scratch.subarray(0, hashNameParts(plain, scratch)));
  }
  return hashes;
}

/** The last part of a type's URL, such as https://schema.org/Comment. */
function plainType(value: string): string {
  return value.slice(value.lastIndexOf(typeStart) + 1);
}

/** The figures of an element's names: sum, minimum and maximum for content, maximum for each kind of text. */
export interface NameWeight {
  readonly sum: number;
  readonly least: number;
  readonly most: number;
  readonly comment: number;
  readonly post: number;
  readonly review: number;
  readonly isKnown: boolean;
}

export const unnamed: NameWeight = { sum: 0, least: 0, most: 0, comment: 0, post: 0, review: 0, isKnown: false };

/** Running figures of all elements: over the names on the path from the root to each. */
export interface NameView {
  readonly parent: Int32Array;
  readonly own: Float32Array;
  readonly near: Float32Array;
  readonly next: Float32Array;
  readonly all: Float32Array;
  readonly least: Float32Array;
  readonly most: Float32Array;
  readonly comment: Float32Array;
  readonly post: Float32Array;
  readonly review: Float32Array;
}

/** The figures of the elements of a page; those of other nodes are undefined. */
export function viewNames(page: Page, lexicons: NameLexicons, memory?: Float32Array<ArrayBuffer>): NameView {
  const known = new Map<string, NameWeight>();
  const { attributes, parent, tag } = page;
  return sumNames(parent, (i) => (tag[i] > COMMENT ? weigh(attributes[i], lexicons, known) : undefined), memory);
}

/** Figures of each element. */
export const nameFigures = 9;

/**
 * The figures of elements in document order.
 *
 * @param parent Of each element but the first, an element before it.
 * @param weightAt What the names of an element say; undefined for what is no element, which gets no figures.
 * @param memory Room for `nameFigures` each, with any content. One buffer, to spare the garbage collector.
 */
export function sumNames(
  parent: Int32Array,
  weightAt: (element: number) => NameWeight | undefined,
  memory = new Float32Array(nameFigures * parent.length),
): NameView {
  const size = parent.length;
  let taken = 0;
  const array = (): Float32Array => {
    const figures = new Float32Array(memory.buffer, 4 * size * taken++, size);
    if (size > 0) figures[0] = 0;
    return figures;
  };
  const own = array();
  const near = array();
  const next = array();
  const all = array();
  const least = array();
  const most = array();
  const comment = array();
  const post = array();
  const review = array();
  for (let i = 1; i < parent.length; i++) {
    const weight = weightAt(i);
    if (weight === undefined) continue;
    const up = parent[i];
    own[i] = weight.sum;
    all[i] = weight.sum + all[up];
    least[i] = Math.min(weight.least, least[up]);
    most[i] = Math.max(weight.most, most[up]);
    comment[i] = Math.max(weight.comment, comment[up]);
    post[i] = Math.max(weight.post, post[up]);
    review[i] = Math.max(weight.review, review[up]);
    near[i] = weight.isKnown ? weight.sum : near[up];
    next[i] = weight.isKnown ? near[up] : next[up];
  }
  return { parent, own, near, next, all, least, most, comment, post, review };
}

/** The weight of an element's names; weights of single names are cached per page. */
function weigh(attributes: readonly Attribute[], lexicons: NameLexicons, known: Map<string, NameWeight>): NameWeight {
  let weight = unnamed;
  for (let i = 0; i < attributes.length; i++) {
    const { name, value } = attributes[i];
    if (!isNaming(name) || value === "") continue;
    const plain = name === "itemtype" ? plainType(value) : value;
    let own = known.get(plain);
    if (own === undefined) {
      own = weighNames(scratch, lexicons, hashNameParts(plain, scratch));
      known.set(plain, own);
    }
    weight = weight === unnamed ? own : join(weight, own);
  }
  return weight;
}

function join(one: NameWeight, other: NameWeight): NameWeight {
  return {
    sum: one.sum + other.sum,
    least: Math.min(one.least, other.least),
    most: Math.max(one.most, other.most),
    comment: Math.max(one.comment, other.comment),
    post: Math.max(one.post, other.post),
    review: Math.max(one.review, other.review),
    isKnown: one.isKnown || other.isKnown,
  };
}

/** The total weight of the words in an element's names. */
export function weighNames(hashes: ArrayLike<number>, lexicons: NameLexicons, count = hashes.length): NameWeight {
  let sum = 0;
  let least = 0;
  let most = 0;
  let comment = 0;
  let post = 0;
  let review = 0;
  let isKnown = false;
  for (let i = 0; i < count; i++) {
    const hash = hashes[i];
    comment = Math.max(comment, weightOf(lexicons.comment, hash));
    post = Math.max(post, weightOf(lexicons.post, hash));
    review = Math.max(review, weightOf(lexicons.review, hash));
    const weight = weightOf(lexicons.content, hash);
    if (weight === 0) continue;
    isKnown = true;
    sum += weight;
    least = Math.min(least, weight);
    most = Math.max(most, weight);
  }
  return { sum, least, most, comment, post, review, isKnown };
}

/** Writes the features of the names around an element. */
export function fillNames(names: NameView, element: number, row: Float32Array, at: number): void {
  const up = Math.max(0, names.parent[element]);
  const above = Math.max(0, names.parent[up]);
  row[at + column.nameOwn] = names.own[element];
  row[at + column.nameNear] = names.near[element];
  row[at + column.nameNext] = names.next[element];
  row[at + column.nameThree] = names.own[element] + names.own[up] + names.own[above];
  row[at + column.nameAll] = names.all[element];
  row[at + column.nameLeast] = names.least[element];
  row[at + column.nameMost] = names.most[element];
  row[at + column.nameComment] = names.comment[element];
  row[at + column.namePost] = names.post[element];
  row[at + column.nameReview] = names.review[element];
}
