import { isRecord } from "../basics/index.ts";
import { blockFeatureNames, firstLookWidth, type Lexicons, type NameLexicons } from "../features/index.ts";
import { type BoostedTrees, type PackedTrees, unpackTrees } from "../learn/index.ts";
import { badModel, checkFeatures, type ModelFormat, readModelFields, unpacked } from "./model-file.ts";
import { isPackedLexicon, type PackedLexicon, unpackLexicon } from "./packed-lexicon.ts";

/**
 * The kind of a piece of content: the text that the page is for, or something that people wrote on
 * the site: a post in a thread, a review of a product, a comment of a reader below a text.
 */
export type TextKind = (typeof textKinds)[number];

export const textKinds = ["article", "comment", "post", "review"] as const;

/** The kinds for which the model has trees; anything else is `article`. */
export const treeKinds = ["comment", "post", "review"] as const;

/**
 * The model that scores blocks as content: boosted trees that see each block by itself, then
 * boosted trees that also see the first scores of the blocks around it. Plain data, as in its file.
 */
export interface ContentModel {
  readonly version: 1;
  readonly kind: "dehusk-content-model";
  readonly name: string;
  /** Names of the features, in order. */
  readonly features: readonly string[];
  /** Weights of words in class names and the like, and of words of texts. */
  readonly names: Readonly<Record<keyof NameLexicons, PackedLexicon>>;
  readonly words: PackedLexicon;
  /** The first look, the second look, and those of kinds in the order of {@link treeKinds}. */
  readonly trees: PackedTrees;
  /** How the model was trained, for readers of the file. */
  readonly training?: unknown;
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
  features: blockFeatureNames,
  needsLayout: false,
};

type FiveGroups = [BoostedTrees, BoostedTrees, BoostedTrees, BoostedTrees, BoostedTrees];

const loaded = new WeakMap<ContentModel, LoadedContentModel>();

/**
 * Unpacks a model, once.
 *
 * @throws DehuskError `bad-model`.
 */
export function loadContentModel(model: ContentModel): LoadedContentModel {
  const known = loaded.get(model);
  if (known !== undefined) return known;
  checkFeatures(model.features, format);
  const width = blockFeatureNames.length;
  const trees = unpacked(format, () => unpackTrees(model.trees, [firstLookWidth, width, width, width, width]));
  const [first, second, comment, post, review] = trees as FiveGroups;
  const result = {
    model,
    lexicons: unpacked(format, () => ({ names: unpackNames(model.names), words: unpackLexicon(model.words) })),
    first,
    second,
    kinds: { comment, post, review },
  };
  loaded.set(model, result);
  return result;
}

/** Registers the parts that `loadContentModel` would unpack. */
export function adoptContentModel(model: ContentModel, parts: Omit<LoadedContentModel, "model">): void {
  loaded.set(model, { model, ...parts });
}

/**
 * Reads a model from the text of its file.
 *
 * @throws DehuskError `bad-model` that says what is wrong.
 */
export function readContentModel(text: string): ContentModel {
  const { version, kind, name, features, names, words, trees, training } = readModelFields(text, format);
  if (!(isRecord(names) && nameKinds.every((kind) => isPackedLexicon(names[kind])) && isPackedLexicon(words)))
    throw badModel(format, "it has no weights of words");
  const model = { version, kind, name, features, names, words, trees, training };
  loadContentModel(model as unknown as ContentModel);
  return model as unknown as ContentModel;
}

/** The text of a model's file. */
export function writeContentModel(model: ContentModel): string {
  return `${JSON.stringify(model, null, 1)}\n`;
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
