import {
  blockFeatureList,
  createLexicon,
  firstLookWidth,
  type Lexicon,
  type Lexicons,
  type NameLexicons,
} from "../features/index.ts";
import { type BoostedTrees, base64ToBytes, bytesToBase64, type PackedTrees, unpackTrees } from "../learn/index.ts";
import { type DehuskError, isRecord } from "../page/index.ts";
import { badModel, checkFeatures, type ModelFormat, readModelFields } from "./model-file.ts";

/**
 * What a piece of a page's text is, when it is content: the text that the page is for, or something that people wrote on
 * the site: a post in a thread, a review of a product, a comment of a reader below a text.
 */
export type TextKind = (typeof textKinds)[number];

export const textKinds = ["article", "comment", "post", "review"] as const;

/** The kinds that the model knows by trees of their own; what is none of them is `article`. */
export const treeKinds = ["comment", "post", "review"] as const;

/**
 * The model that decides what of a page is content, block by block: boosted trees that look at each block by itself, then
 * boosted trees that look at it again knowing what the first said of the blocks around it. Plain data, as in its file.
 */
export interface ContentModel {
  readonly version: 1;
  readonly kind: "dehusk-content-model";
  readonly name: string;
  /** Where the boxes of the training pages came from. */
  readonly geometry: "estimate" | "rendered";
  /** Names of the features, in order. */
  readonly features: readonly string[];
  /** What words in class names and the like, and words of texts, say. */
  readonly names: Readonly<Record<keyof NameLexicons, PackedLexicon>>;
  readonly words: PackedLexicon;
  readonly first: PackedTrees;
  readonly second: PackedTrees;
  readonly kinds: Readonly<Record<(typeof treeKinds)[number], PackedTrees>>;
  /** How the model was made, for people who read it. */
  readonly training?: unknown;
}

/** Weights by hash: base64 of 32-bit hashes, rising, and of the weights as bytes to be multiplied with `scale`. */
export interface PackedLexicon {
  readonly scale: number;
  readonly hashes: string;
  readonly weights: string;
}

/** A content model ready for use. */
export interface LoadedContentModel {
  readonly model: ContentModel;
  readonly lexicons: Lexicons;
  readonly first: BoostedTrees;
  readonly second: BoostedTrees;
  readonly kinds: Readonly<Record<(typeof treeKinds)[number], BoostedTrees>>;
}

const format: ModelFormat<ContentModel["kind"]> = {
  kind: "dehusk-content-model",
  title: "content model",
  features: blockFeatureList,
};

const loaded = new WeakMap<ContentModel, LoadedContentModel>();

/**
 * Unpacks a model; once, however often it is asked for.
 *
 * @throws DehuskError `bad-model`.
 */
export function loadContentModel(model: ContentModel): LoadedContentModel {
  const known = loaded.get(model);
  if (known !== undefined) return known;
  checkFeatures(model.features, format);
  const unpack = (packed: unknown, width: number): BoostedTrees => wrap(() => unpackTrees(packed, width));
  const width = blockFeatureList.length;
  const { comment, post, review } = model.kinds;
  const result = {
    model,
    lexicons: { names: unpackNames(model.names), words: unpackLexicon(model.words) },
    first: unpack(model.first, firstLookWidth),
    second: unpack(model.second, width),
    kinds: { comment: unpack(comment, width), post: unpack(post, width), review: unpack(review, width) },
  };
  loaded.set(model, result);
  return result;
}

function wrap<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw bad(error.message.replace(/\.$/, ""));
    throw error;
  }
}

/**
 * Reads a model from the text of its file.
 *
 * @throws DehuskError `bad-model` with what is wrong.
 */
export function readContentModel(text: string): ContentModel {
  const { version, kind, name, geometry, features, names, words, first, second, kinds, training } = readModelFields(
    text,
    format,
  );
  if (!(isRecord(names) && nameKinds.every((kind) => isLexicon(names[kind])) && isLexicon(words)))
    throw bad("it has no weights of words");
  if (!isRecord(kinds)) throw bad("it has no trees for kinds of text");
  const model = { version, kind, name, geometry, features, names, words, first, second, kinds, training };
  loadContentModel(model as unknown as ContentModel);
  return model as unknown as ContentModel;
}

/** The text of a model's file. */
export function writeContentModel(model: ContentModel): string {
  return `${JSON.stringify(model, null, 1)}\n`;
}

function isLexicon(value: unknown): value is PackedLexicon {
  return (
    isRecord(value) &&
    typeof value["scale"] === "number" &&
    Number.isFinite(value["scale"]) &&
    typeof value["hashes"] === "string" &&
    typeof value["weights"] === "string"
  );
}

const nameKinds = ["content", "comment", "post", "review"] as const;

function unpackNames({ content, comment, post, review }: ContentModel["names"]): NameLexicons {
  return {
    content: unpackLexicon(content),
    comment: unpackLexicon(comment),
    post: unpackLexicon(post),
    review: unpackLexicon(review),
  };
}

const greatestWeight = 127;

/** Packs weights by hash; what a packed lexicon says is said after rounding to a byte. */
export function packLexicon(weights: ReadonlyMap<number, number>): PackedLexicon {
  let greatest = 0;
  for (const weight of weights.values()) greatest = Math.max(greatest, Math.abs(weight));
  const scale = greatest === 0 ? 1 : greatest / greatestWeight;
  const entries = [...weights].filter(([, weight]) => Math.round(weight / scale) !== 0).sort(([a], [b]) => a - b);
  const hashes = new DataView(new ArrayBuffer(entries.length * 4));
  for (const [i, [hash]] of entries.entries()) hashes.setInt32(i * 4, hash, true);
  const bytes = Int8Array.from(entries, ([, weight]) => Math.round(weight / scale));
  return {
    scale,
    hashes: bytesToBase64(new Uint8Array(hashes.buffer)),
    weights: bytesToBase64(new Uint8Array(bytes.buffer)),
  };
}

/** @throws DehuskError `bad-model`. */
export function unpackLexicon({ scale, hashes, weights }: PackedLexicon): Lexicon {
  const keys = wrap(() => base64ToBytes(hashes));
  const bytes = new Int8Array(wrap(() => base64ToBytes(weights)).buffer);
  if (keys.length !== bytes.length * 4) throw bad(`it has ${keys.length / 4} words, but weights of ${bytes.length}`);
  const view = new DataView(keys.buffer);
  const list = new Int32Array(bytes.length);
  const values = new Float32Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    list[i] = view.getInt32(i * 4, true);
    values[i] = (bytes[i] as number) * scale;
  }
  return createLexicon(list, values);
}

function bad(what: string): DehuskError {
  return badModel(format, what);
}
