import type { Warning } from "dehusk/internal/basics";
import type { TextKind } from "dehusk/internal/detect";
import type { Metadata } from "dehusk/internal/extract";
import type { PlainBox } from "dehusk/internal/layout";
import type { MissingParts } from "../frame/frame-page.ts";
import type { Settings } from "./settings.ts";

/** A page to inspect: bytes are decoded as by a browser, a string is taken as is. */
export interface PageSource {
  readonly content: string | Uint8Array;
  readonly url: string | null;
  /** Its name for users: a file's name, a URL. */
  readonly name: string;
}

/** The facts about a page that do not depend on settings. Arrays have an entry for each node. */
export interface OpenedPage {
  readonly name: string;
  readonly url: string | null;
  /** The page as inert HTML for the frame. */
  readonly frame: string;
  /** Parts left out because they would have to be loaded or run. */
  readonly missing: MissingParts;
  readonly size: number;
  readonly parent: Int32Array;
  /** One past the last descendant. */
  readonly end: Int32Array;
  /** 1 for nodes listed in the tree: no scripts, styles, white space. */
  readonly listed: Uint8Array;
  /** 1 for visible nodes. */
  readonly shown: Uint8Array;
  /** Label of each listed node: `div#main.wide`, or the start of a text; "" for others. */
  readonly labels: readonly string[];
  /** 1 for text nodes. */
  readonly isText: Uint8Array;
  /** x, y, width, height of each node, in CSS pixels. */
  readonly boxes: Float32Array;
  /** Words and links of each node with its descendants. */
  readonly words: Int32Array;
  readonly links: Int32Array;
  readonly metadata: Metadata;
  readonly encoding: string | null;
}

/** The judgement of a page under some settings. Arrays have an entry for each node. */
export interface Judgement {
  /** Name of the model. */
  readonly model: string;
  /** Raw score from 0 (content) to 1 (template); NaN for nodes not scored by themselves. */
  readonly score: Float32Array;
  readonly templateness: Float32Array;
  readonly kept: Uint8Array;
  /** The node at the top of each node's section. */
  readonly section: Int32Array;
  /** The first of them, in document order, and their total number. */
  readonly sections: readonly MarkedPart[];
  readonly allSections: number;
  /** Words of the content, and of everything shown. */
  readonly words: number;
  readonly allWords: number;
  readonly confidence: number | null;
  /** What the content is written in. */
  readonly language: string | null;
  readonly warnings: readonly Warning[];
  readonly milliseconds: number;
}

/** A section or a segment to outline. */
export interface MarkedPart {
  /** Its topmost nodes. */
  readonly nodes: readonly number[];
  readonly templateness: number;
  readonly words: number;
  readonly box: PlainBox;
}

/** The map of a page. */
export interface DrawnMap {
  /** Contains no text of the page. Links to node 7 have the address `#n7`. */
  readonly svg: string;
  /** Number of text blocks shown, and in total. */
  readonly blocks: number;
  readonly allBlocks: number;
}

/** Why a node was kept or dropped. */
export interface NodeFacts {
  readonly node: number;
  /** XPath; "" if it would be too long. */
  readonly path: string;
  /** The text blocks that it is, lies in or contains; the first few. */
  readonly blocks: readonly BlockFacts[];
  /** Their total number. */
  readonly allBlocks: number;
  /** For hidden nodes: why. */
  readonly hidden: readonly string[];
  /** Features of the block for the content model, if there is only one block. Most important first. */
  readonly blockFeatures: readonly WeighedFeature[];
  /** Features for the page-level model: of the node, or of the ancestor it is judged with. */
  readonly nodeFeatures: readonly WeighedFeature[];
  /** The node judged in its place, if it is not judged by itself. */
  readonly judgedWith: number | null;
}

export interface BlockFacts {
  readonly node: number;
  readonly text: string;
  readonly kept: boolean;
  /** Probability of content; null if not computed. */
  readonly chance: number | null;
  readonly kind: TextKind | null;
  readonly reasons: readonly string[];
}

export interface WeighedFeature {
  readonly name: string;
  readonly unit: string;
  readonly why: string;
  readonly value: number;
  /** Its contribution to the log-odds of a template; negative speaks for content. */
  readonly adds: number;
}

export interface FoundSegments {
  readonly segments: readonly MarkedPart[];
  readonly lambda: number;
  readonly energy: number | null;
  /** Number of pieces. */
  readonly pieces: number;
  readonly milliseconds: number;
}

/** What two settings keep of one page. */
export interface Comparison {
  readonly runs: readonly ComparedRun[];
  /** Words kept by both, by only one, and by neither. */
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly neither: number;
  /** Whether the runs were truncated. */
  readonly cut: boolean;
}

/** A piece of text kept by both or by one of them. */
export interface ComparedRun {
  readonly who: "both" | "a" | "b";
  /** White space before it. */
  readonly gap: string;
  readonly text: string;
  /** The end of a long shared text, and the number of words omitted before it. */
  readonly rest?: { readonly skipped: number; readonly text: string };
}

export interface LocatedNode {
  readonly node: number;
  readonly text: string;
}

/** A model read from a file. */
export interface AddedModel {
  readonly id: string;
  readonly name: string;
  /** Its purpose. */
  readonly use: "detect" | "segment";
}

export type ContentFormat = "text" | "markdown" | "html";

/** The content as a page of its own, linked to the page that it was made of. */
export interface ResultPage {
  /** Inert HTML for a frame, with nodes numbered by themselves. */
  readonly html: string;
  /** For each of its nodes: the page's node that it was made of; -1 for none. */
  readonly source: Int32Array;
}

/** Neighbouring blocks of text that were dropped for the same reason. */
export interface DroppedPart {
  /** The first node of each, and all their words. */
  readonly nodes: readonly number[];
  readonly words: number;
  /** How their texts begin. */
  readonly text: string;
  /** The sentence that says why. */
  readonly why: string;
}

export interface DroppedParts {
  /** The first of them, in document order, and their total number. */
  readonly parts: readonly DroppedPart[];
  readonly all: number;
}

/** A section, or a chunk, of the content. */
export interface OutlinedPart {
  /** The page's node at which it begins; null for what the page does not have. */
  readonly node: number | null;
  readonly headings: readonly string[];
  readonly level: number;
  readonly tokens: number;
  readonly text: string;
}

export interface ReadPost {
  readonly author: string | null;
  readonly date: string | null;
  readonly depth: number;
  readonly text: string;
}

export interface ReadTable {
  readonly node: number | null;
  readonly caption: string;
  /** Texts of the cells, row by row; the first rows and cells of large tables. */
  readonly rows: readonly (readonly string[])[];
  readonly allRows: number;
  /** How many rows at the top are header rows. */
  readonly headerRows: number;
}

/** The parts of the content; lists are cut where they are long. */
export interface Structure {
  readonly sections: readonly OutlinedPart[];
  readonly posts: readonly ReadPost[];
  readonly areComments: boolean;
  readonly tables: readonly ReadTable[];
  readonly chunks: readonly OutlinedPart[];
  readonly all: { readonly sections: number; readonly posts: number; readonly tables: number; readonly chunks: number };
}

/** The questions to an engine, and their answers. */
export interface Tasks {
  open: { readonly input: PageSource; readonly answer: OpenedPage };
  judge: { readonly input: Settings; readonly answer: Judgement };
  map: { readonly input: Settings; readonly answer: DrawnMap };
  node: { readonly input: { readonly node: number; readonly settings: Settings }; readonly answer: NodeFacts };
  write: {
    readonly input: { readonly format: ContentFormat; readonly settings: Settings };
    readonly answer: string;
  };
  result: { readonly input: Settings; readonly answer: ResultPage };
  dropped: { readonly input: Settings; readonly answer: DroppedParts };
  structure: { readonly input: Settings; readonly answer: Structure };
  compare: { readonly input: { readonly a: Settings; readonly b: Settings }; readonly answer: Comparison };
  /** The nodes of some XPaths, and how their texts start; null for those that lead nowhere. */
  locate: { readonly input: readonly (string | null)[]; readonly answer: readonly (LocatedNode | null)[] };
  segment: { readonly input: Settings; readonly answer: FoundSegments };
  addModel: { readonly input: { readonly id: string; readonly text: string }; readonly answer: AddedModel };
}

export type TaskKind = keyof Tasks;

/** A message to a worker. */
export interface Question {
  readonly id: number;
  readonly kind: TaskKind;
  readonly input: Tasks[TaskKind]["input"];
}

/** Another: to prepare for the first page while there is nothing else to do. It has no reply. */
export interface Warming {
  readonly kind: "warm";
}

/** A worker's replies: any number of progress notes, then an answer or a failure. */
export type Reply =
  | { readonly id: number; readonly progress: string }
  | { readonly id: number; readonly answer: Tasks[TaskKind]["answer"] }
  | { readonly id: number; readonly failure: { readonly code: string; readonly message: string } };
