import type { Warning } from "../basics/index.ts";
import { COMMENT, TEXT } from "./tags.ts";
import type { Attribute, Doctype } from "./tree-builder.ts";

/**
 * A page, parsed once into flat arrays in document order. The subtree of node i is the range [i, end[i]), so additive
 * figures are stored as running sums and a subtree's figure is one subtraction: see {@link sumOf}. Node 0 is the
 * document; elements, text nodes and comments follow. Pages are immutable.
 */
export interface Page {
  readonly version: 1;
  /** The page's address, as given or as declared by the page. */
  readonly url: string | undefined;
  /** Base URL of links. */
  readonly base: string | undefined;
  /** Character encoding, if the page came as bytes. */
  readonly encoding: string | undefined;
  readonly doctype: Doctype | undefined;
  readonly quirks: boolean;
  /** Number of nodes. */
  readonly size: number;
  /** Parent of each node; -1 for the document. */
  readonly parent: Int32Array;
  /** One past the last descendant of each node. */
  readonly end: Int32Array;
  /** Tag number of each node, an index into `tagNames`. */
  readonly tag: Int32Array;
  readonly tagNames: readonly string[];
  /** {@link Mark} bits of each node, including its ancestors'. */
  readonly marks: Uint8Array;
  /** The {@link Gap} each node puts around its text: none for inline elements, a line for blocks, … */
  readonly gap: Uint8Array;
  /** Attributes of each element. */
  readonly attributes: readonly (readonly Attribute[])[];
  /** Raw text of text nodes and comments, "" for others. */
  readonly strings: readonly string[];
  /** All visible text, with white space as shown. */
  readonly text: string;
  /** Where the first text at or after each node starts in `text`; one entry more than nodes. */
  readonly textFrom: Int32Array;
  /** Where the last text before each node ends in `text`; one entry more than nodes. */
  readonly textTo: Int32Array;
  readonly blocks: Blocks;
  readonly sums: Sums;
  /** Where each node lies in the HTML, if asked for with `sourceRanges`; -1 for nodes the parser implied. */
  readonly source: SourceRanges | undefined;
  readonly warnings: readonly Warning[];
}

/** Runs of visible text between block boundaries: paragraphs, headings, items, cells. */
export interface Blocks {
  readonly count: number;
  /** First and last text node of each block; all visible text nodes between them belong to it. */
  readonly first: Int32Array;
  readonly last: Int32Array;
}

export interface SourceRanges {
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/**
 * Running sums: entry i counts everything before node i, so arrays have one entry more than there are nodes. All but
 * `htmlLength` and `elements` count only what is shown.
 */
export interface Sums {
  /** Characters of text, not counting white space. */
  readonly characters: Int32Array;
  readonly words: Int32Array;
  /** Words that begin with a capital letter. */
  readonly capitals: Int32Array;
  readonly digits: Int32Array;
  readonly punctuation: Int32Array;
  readonly sentences: Int32Array;
  readonly anchorCharacters: Int32Array;
  readonly anchorWords: Int32Array;
  readonly links: Int32Array;
  /** Links to the page's own site, relative ones included. */
  readonly intraLinks: Int32Array;
  /** Length of the canonical HTML, see `canonicalHtml`. */
  readonly htmlLength: Int32Array;
  readonly elements: Int32Array;
  readonly images: Int32Array;
  readonly controls: Int32Array;
}

/** Why a node is hidden, and how its text is set. Nodes inherit their ancestors' marks. */
export const Mark = {
  /** Inside an element browsers never show: head, script, style, … */
  Unseen: 1,
  /** Inside an element with a `hidden` attribute, a closed dialog, or the like. */
  HiddenAttribute: 2,
  /** Inside an element with `aria-hidden="true"`. */
  AriaHidden: 4,
  /** Inside an element with an inline `display: none` or `visibility: hidden`. */
  HiddenStyle: 8,
  /** Inside a `<noscript>` if scripting is on. */
  NoScript: 16,
  /** Inside a `<template>`. */
  Template: 32,
  /** White space is kept. */
  Preserved: 64,
  /** Inside a link. */
  InLink: 128,
} as const;

/** All marks that hide a node. */
export const hiddenMarks =
  Mark.Unseen | Mark.HiddenAttribute | Mark.AriaHidden | Mark.HiddenStyle | Mark.NoScript | Mark.Template;

/** Whether the node is visible. */
export function isShown(page: Page, node: number): boolean {
  return (page.marks[node] & hiddenMarks) === 0;
}

export function isElement(page: Page, node: number): boolean {
  return page.tag[node] > COMMENT;
}

export function isText(page: Page, node: number): boolean {
  return page.tag[node] === TEXT;
}

/** Name of a node's tag: "div", "svg title", "#text". */
export function tagName(page: Page, node: number): string {
  return page.tagNames[page.tag[node]];
}

/**
 * The figure of a subtree.
 *
 * @example sumOf(page, page.sums.words, node) // words in the node and all below it
 */
export function sumOf(page: Page, sum: Int32Array, node: number): number {
  return sum[page.end[node]] - sum[node];
}

/** The visible text of a subtree. */
export function textOf(page: Page, node: number): string {
  const from = page.textFrom[node];
  const to = page.textTo[page.end[node]];
  return to > from ? page.text.slice(from, to) : "";
}

export function attribute(page: Page, node: number, name: string): string | undefined {
  const list = page.attributes[node];
  for (let i = 0; i < list.length; i++) {
    if (list[i].name === name) return list[i].value;
  }
  return undefined;
}

/** The first element with a tag in [from, to); -1 for none. */
export function findTag(page: Page, tag: number, from = 0, to = page.size): number {
  const tags = page.tag;
  // To the end of the page, the usual case, the engine's search is faster; a view of a part would cost more than the search.
  if (to === page.size) return tags.indexOf(tag, from);
  for (let i = from; i < to; i++) if (tags[i] === tag) return i;
  return -1;
}
