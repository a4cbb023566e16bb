import { Scratch } from "../basics/index.ts";
import { type ContextFeature, contextFeatureNames } from "./block-context.ts";
import {
  type ContainerFeature,
  containerFeatures,
  type HolderFeature,
  holderFeatures,
  type OrderFeature,
  type OwnFeature,
  orderFeatures,
  ownFeatures,
} from "./block-features.ts";
import type { BlockView } from "./block-view.ts";
import { fillRow, namesOf } from "./feature.ts";
import type { Lexicon } from "./lexicon.ts";
import {
  fillNames,
  type NameFeature,
  type NameLexicons,
  type NameView,
  nameFeatureNames,
  nameFigures,
  viewNames,
} from "./name-features.ts";
import { type MarkupFeature, markupFamilies } from "./node-features.ts";
import { fillWords, type WordFeature, weighWords, wordFeatureNames } from "./word-features.ts";

const markupWidth = /* @__PURE__ */ namesOf<MarkupFeature>(markupFamilies).length;
const families = [ownFeatures, holderFeatures, containerFeatures, orderFeatures];

/** Features of blocks, in addition to those of a node. */
export type OwnBlockFeature =
  | OwnFeature
  | HolderFeature
  | ContainerFeature
  | OrderFeature
  | NameFeature
  | WordFeature
  | ContextFeature;

export type BlockFeature = MarkupFeature | OwnBlockFeature;

/**
 * The features of a block in its page, in the order of a row's columns: those of its element's markup, those of
 * the block itself, then the first look's results for the blocks around it.
 */
export const blockFeatureNames: readonly BlockFeature[] = [
  .../* @__PURE__ */ namesOf<MarkupFeature>(markupFamilies),
  .../* @__PURE__ */ namesOf<OwnBlockFeature>(families),
  ...nameFeatureNames,
  ...wordFeatureNames,
  ...contextFeatureNames,
];

/** Columns that the first look needs. */
export const firstLookWidth = blockFeatureNames.length - contextFeatureNames.length;

/** First column of the features of names, followed by those of words. */
export const nameColumn = firstLookWidth - wordFeatureNames.length - nameFeatureNames.length;
const wordColumn = firstLookWidth - wordFeatureNames.length;

/** Weights of the words in class names and the like, and of the words of texts. */
export interface Lexicons {
  readonly names: NameLexicons;
  readonly words: Lexicon;
}

/**
 * Features of all blocks of a page, row by row, without those of lexicons and context. An element that
 * shows the same as its parent is judged like its parent.
 */
export function blockRows(blocks: BlockView): Float32Array {
  const { view, element } = blocks;
  const width = blockFeatureNames.length;
  const { count } = view.page.blocks;
  const rows = new Float32Array(count * width);
  for (let b = 0; b < count; b++) {
    const at = b * width;
    // Blocks of one element, such as lines between breaks, are mostly consecutive.
    if (b > 0 && element[b] === element[b - 1]) rows.copyWithin(at, at - width, at - width + markupWidth);
    else fillRow(markupFamilies, view, view.whole[element[b]], rows, at);
    fillRow(families, blocks, b, rows, at + markupWidth);
  }
  return rows;
}

/** Writes the columns that depend on word weights. */
export function fillLexicons(blocks: BlockView, { names, words }: Lexicons, rows: Float32Array): void {
  const { page } = blocks.view;
  const view = viewNames(page, names, nameRoom.take(nameFigures * page.size));
  fillLexiconColumns(blocks.element, blocks.heading, view, weighWords(page, words), rows);
}

const nameRoom = new Scratch((length) => new Float32Array(length));

/** The same from figures of names and words. @param element The element of each block, in the order of the names' figures. */
export function fillLexiconColumns(
  element: Int32Array,
  heading: Int32Array,
  names: NameView,
  figures: Float32Array,
  rows: Float32Array,
): void {
  const width = blockFeatureNames.length;
  for (let b = 0; b < element.length; b++) {
    fillNames(names, element[b], rows, b * width + nameColumn);
    fillWords(heading, figures, b, rows, b * width + wordColumn);
  }
}
