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
import { type NodeFeature, nodeFeatureNames } from "./node-features.ts";
import { fillWords, type WordFeature, weighWords, wordFeatureNames } from "./word-features.ts";

const families = [ownFeatures, holderFeatures, containerFeatures, orderFeatures];

/** Features that only blocks have, in addition to those of a node. */
export type OwnBlockFeature =
  | OwnFeature
  | HolderFeature
  | ContainerFeature
  | OrderFeature
  | "pageLevelScore"
  | NameFeature
  | WordFeature
  | ContextFeature;

export type BlockFeature = NodeFeature | OwnBlockFeature;

/**
 * The features of a block in its page, in the order of a row's columns: those of the node that stands for its element,
 * those of the block itself, then those of what a first look at all blocks said of the blocks around it.
 */
export const blockFeatureNames: readonly BlockFeature[] = [
  ...nodeFeatureNames,
  .../* @__PURE__ */ namesOf<OwnBlockFeature>(families),
  "pageLevelScore",
  ...nameFeatureNames,
  ...wordFeatureNames,
  ...contextFeatureNames,
];

/** Columns that the first look needs. */
export const firstLookWidth = blockFeatureNames.length - contextFeatureNames.length;

/** First column of the features of names, which those of words follow. */
export const nameColumn = firstLookWidth - wordFeatureNames.length - nameFeatureNames.length;
const wordColumn = firstLookWidth - wordFeatureNames.length;

/** What is known of the nodes of a page before its blocks are looked at. */
export interface NodeFindings {
  /** The row of features that stands for each node. */
  readonly place: Int32Array;
  /** Features of nodes, row after row. */
  readonly rows: Float32Array;
  /** What the page-level model says of each row, from 0 (content) to 1 (template). */
  readonly score: Float64Array;
}

/** Weights of the words in class names and the like, and of the words of texts. */
export interface Lexicons {
  readonly names: NameLexicons;
  readonly words: Lexicon;
}

/** Features of all blocks of a page, row after row, those of the lexicons and of the context left open. */
export function blockRows(blocks: BlockView, nodes: NodeFindings): Float32Array {
  const { page } = blocks.view;
  const width = blockFeatureNames.length;
  const nodeWidth = nodeFeatureNames.length;
  const { first, count } = page.blocks;
  const rows = new Float32Array(count * width);
  for (let b = 0; b < count; b++) {
    const place = nodes.place[blocks.element[b]];
    const at = b * width;
    for (let f = 0; f < nodeWidth; f++) rows[at + f] = nodes.rows[place * nodeWidth + f];
    const next = fillRow(families, blocks, b, rows, at + nodeWidth);
    rows[next] = nodes.score[nodes.place[first[b]]];
  }
  return rows;
}

/** Writes the columns that depend on what words weigh. */
export function fillLexicons(blocks: BlockView, { names, words }: Lexicons, rows: Float32Array): void {
  const { page } = blocks.view;
  const view = viewNames(page, names, nameRoom.take(nameFigures * page.size));
  fillLexiconColumns(blocks.element, blocks.heading, view, weighWords(page, words), rows);
}

const nameRoom = new Scratch((length) => new Float32Array(length));

/** The same from figures of names and words. @param element Of each block, in the order of the names' figures. */
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
