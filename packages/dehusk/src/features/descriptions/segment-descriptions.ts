import type { Description, Feature } from "../feature.ts";
import {
  type SegmentAppearance,
  type SegmentContent,
  type SegmentPlace,
  segmentFeatureNames,
  segmentRegions,
} from "../segment-features.ts";
import { type SegmentPairFeature, segmentPairFeatureNames } from "../segment-pair-features.ts";
import { describeAll } from "./describe-all.ts";

const placeDescriptions: Readonly<Record<SegmentPlace, Description>> = {
  left: { unit: "share of the page's width", why: "a segment keeps to its column" },
  right: { unit: "share of the page's width", why: "a segment keeps to its column" },
  down: { unit: "1000 pixels, middle", why: "what is far apart does not belong together" },
  middle: { unit: "share of the page's height", why: "header and footer have their ends of the page" },
  shape: { unit: "log2 of width to height", why: "bars are flat, columns are high" },
  order: { unit: "share of the page's nodes, middle", why: "what was written together belongs together" },
};

const appearanceDescriptions: Readonly<Record<SegmentAppearance, Description>> = {
  fontSize: { unit: "log2 of pixels, mean", why: "a segment's text has its size" },
  fontWeight: { unit: "400ths, mean", why: "bold text is in headings and menus" },
  textRed: { unit: "share, mean", why: "a segment's text has its colour" },
  textGreen: { unit: "share, mean", why: "a segment's text has its colour" },
  textBlue: { unit: "share, mean", why: "a segment's text has its colour" },
  groundRed: { unit: "share", why: "a segment often has a background of its own" },
  groundGreen: { unit: "share", why: "a segment often has a background of its own" },
  groundBlue: { unit: "share", why: "a segment often has a background of its own" },
};

const contentDescriptions: Readonly<Record<SegmentContent, Description>> = {
  density: { unit: "log2 of characters per 1000 square pixels", why: "text fills what it is in, menus do not" },
  sentence: { unit: "log2 of words per sentence", why: "writing has sentences, menus and lists have none" },
  linked: { unit: "share of characters", why: "menus are links" },
  images: { unit: "images per image and word", why: "galleries and banners are pictures" },
  controls: { unit: "controls per control and word", why: "forms are for entering things" },
  digits: { unit: "share of characters", why: "tables and lists of prices or dates have many" },
  capitals: { unit: "share of words", why: "names and menu items begin with capitals" },
  prose: { unit: "share of characters", why: "running text belongs to running text" },
  heading: { unit: "share of characters", why: "a heading is unlike what it heads" },
};

const pairDescriptions: Readonly<Record<SegmentPairFeature, Description>> = {
  gapAcross: { unit: "log2 of pixels, tenths", why: "segments have room between them" },
  gapDown: { unit: "log2 of pixels, tenths", why: "segments have room between them" },
  leftsApart: { unit: "log2 of pixels, tenths", why: "a segment's pieces are set flush" },
  rightsApart: { unit: "log2 of pixels, tenths", why: "a segment's pieces are set flush" },
  widthsApart: { unit: "log2 of the ratio, quarters", why: "pieces of one kind are alike in size" },
  heightsApart: { unit: "log2 of the ratio, quarters", why: "pieces of one kind are alike in size" },
  steps: { unit: "log2 of steps in the tree, fifths", why: "what is far apart in the tree is unrelated" },
  around: { unit: "log of pieces to all, where they meet", why: "what meets only at the top is unrelated" },
  otherTag: { unit: "0 or 1", why: "items of a list have the same tag" },
  otherParent: { unit: "0 or 1", why: "items of a list lie in the same tag" },
  otherRegion: { unit: "0 or 1", why: "navigation, header, footer, … end where their tags end" },
  newHeading: { unit: "0 or 1", why: "a heading begins something new" },
  sizesApart: { unit: "log2 of the fonts' ratio", why: "segments differ in their fonts" },
  weightsApart: { unit: "400ths", why: "segments differ in their fonts" },
  otherFamily: { unit: "0 or 1", why: "segments differ in their fonts" },
  coloursApart: { unit: "share of black to white", why: "segments differ in colour" },
  groundsApart: { unit: "share of black to white", why: "segments differ in their background" },
  linkedApart: { unit: "share of characters", why: "menus are links, writing is not" },
  wordsApart: { unit: "log2 of words, tenths", why: "writing has longer pieces than menus" },
  sentencesApart: { unit: "log2 of words per sentence, fifths", why: "writing has sentences" },
  imagesApart: { unit: "share of images", why: "pictures stand with pictures" },
  proseApart: { unit: "share of characters", why: "running text belongs to running text" },
  areaAround: { unit: "root of the share of the page's area", why: "what meets only in a large area is unrelated" },
  heightAround: { unit: "log2 of pixels, twelfths", why: "segments are seldom higher than a screen" },
  widthAround: { unit: "share of the page's width", why: "what is as wide as the page has columns" },
  unlikeAround: { unit: "share of branches", why: "lists and menus have branches of one kind" },
  headingsAround: { unit: "log2 of headings, fifths", why: "each segment has one heading at most" },
  textAround: { unit: "log2 of words, twelfths", why: "few words are one segment" },
  piecesAround: { unit: "log2 of pieces, tenths", why: "few pieces are one segment" },
  branchesApart: { unit: "0 or 1", why: "branches of one kind are items of one thing" },
  branchesGap: { unit: "log2 of pixels, tenths", why: "segments have room between them" },
  branchesHeight: { unit: "log2 of pixels of the smaller, twelfths", why: "two large branches are two segments" },
  branchesSingle: { unit: "1 to branches of their kind", why: "what is repeated often is one list" },
  branchesSizes: { unit: "log2 of the heights' ratio, quarters", why: "items of a list are alike in size" },
  branchesGround: { unit: "share of black to white", why: "segments differ in their background" },
  blocksAt6: { unit: "0 or 1", why: "what VIPS parts first is seen as apart" },
  blocksAt7: { unit: "0 or 1", why: "the segments of VIPS are guesses of their own" },
  blocksAt8: { unit: "0 or 1", why: "what VIPS parts last, or not, is seen as one" },
};

/** The features of a part of a page with what they mean, in the order of their columns. */
export function describeSegmentFeatures(): readonly Feature[] {
  const regions = segmentRegions.map((name): [string, Description] => [
    name,
    { unit: "0 or 1", why: `what lies in ${name} tags belongs together` },
  ]);
  return describeAll(segmentFeatureNames, [
    placeDescriptions,
    appearanceDescriptions,
    contentDescriptions,
    Object.fromEntries(regions),
  ]);
}

/** The features of two parts with what they mean, in the order of their columns. */
export function describeSegmentPairFeatures(): readonly Feature[] {
  return describeAll(segmentPairFeatureNames, [pairDescriptions]);
}
