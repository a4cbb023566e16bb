import type { Warning } from "dehusk/internal/basics";
import type { TextKind } from "dehusk/internal/detect";
import type { Metadata } from "dehusk/internal/extract";
import type { PlainBox } from "dehusk/internal/layout";
import type { MissingParts } from "../frame/frame-page.ts";
import type { Settings } from "./settings.ts";

/** A page to look at: bytes are decoded as a browser would, a string is taken as it is. */
export interface PageSource {
  readonly content: string | Uint8Array;
  readonly url: string | null;
  /** What the person knows it by: a file's name, an address. */
  readonly name: string;
}

/** What is known of a page whatever the settings. Arrays have an entry for each node. */
export interface OpenedPage {
  readonly name: string;
  readonly url: string | null;
  /** The page as inert HTML for the frame. */
  readonly frame: string;
  /** What of it would have to be loaded or run, and is left out. */
  readonly missing: MissingParts;
  readonly size: number;
  readonly parent: Int32Array;
  /** One past the last descendant. */
  readonly end: Int32Array;
  /** 1 for nodes that the tree lists: no scripts, styles, white space. */
  readonly listed: Uint8Array;
  /** 1 for nodes that people see. */
  readonly shown: Uint8Array;
  /** What the tree calls each listed node: `div#main.wide`, or the beginning of a text; "" for others. */
  readonly labels: readonly string[];
  /** 1 for text nodes. */
  readonly isText: Uint8Array;
  /** x, y, width, height of each node, in CSS pixels. */
  readonly boxes: Float32Array;
  /** Words and links of each node and all below it. */
  readonly words: Int32Array;
  readonly links: Int32Array;
  readonly metadata: Metadata;
  readonly encoding: string | null;
}

/** How a page is judged under some settings. Arrays have an entry for each node. */
export interface Judgement {
  /** Name of the model. */
  readonly model: string;
  /** Raw score from 0 (content) to 1 (template); NaN for nodes that are not judged by themselves. */
  readonly score: Float32Array;
  readonly templateness: Float32Array;
  readonly kept: Uint8Array;
  /** The node at the top of each node's section. */
  readonly section: Int32Array;
  /** The first of them, in document order, and how many there are. */
  readonly sections: readonly MarkedPart[];
  readonly allSections: number;
  /** Words of the content, and of all that the page shows. */
  readonly words: number;
  readonly allWords: number;
  readonly confidence: number | null;
  readonly warnings: readonly Warning[];
  readonly milliseconds: number;
}

/** A section or a segment, to be outlined. */
export interface MarkedPart {
  /** Its topmost nodes. */
  readonly nodes: readonly number[];
  readonly templateness: number;
  readonly words: number;
  readonly box: PlainBox;
}

/** The map of a page. */
export interface DrawnMap {
  /** No text of the page is in it. What leads to node 7 has `#n7` as its address. */
  readonly svg: string;
  /** How many blocks of text it shows, and how many there are. */
  readonly blocks: number;
  readonly allBlocks: number;
}

/** Why a node is what it is. */
export interface NodeFacts {
  readonly node: number;
  /** XPath; "" where it would be too long. */
  readonly path: string;
  /** The blocks of text that it is, lies in or holds; the first few. */
  readonly blocks: readonly BlockFacts[];
  /** How many there are. */
  readonly allBlocks: number;
  /** For what is not shown: why. */
  readonly hidden: readonly string[];
  /** What the content model goes by: features of the block, if there is just one. The weightiest first. */
  readonly blockFeatures: readonly WeighedFeature[];
  /** What the page-level model goes by: features of the node, or of the ancestor that it is judged with. */
  readonly nodeFeatures: readonly WeighedFeature[];
  /** The node that is judged in its place, if it is not judged by itself. */
  readonly judgedWith: number | null;
}

export interface BlockFacts {
  readonly node: number;
  readonly text: string;
  readonly kept: boolean;
  /** How likely it is to be content; null where that was not looked at. */
  readonly chance: number | null;
  readonly kind: TextKind | null;
  readonly reasons: readonly string[];
}

export interface WeighedFeature {
  readonly name: string;
  readonly unit: string;
  readonly why: string;
  readonly value: number;
  /** What it adds to the log-odds of a template; below 0 it speaks for content. */
  readonly adds: number;
}

export interface FoundSegments {
  readonly segments: readonly MarkedPart[];
  readonly lambda: number;
  readonly energy: number | null;
  /** How many pieces were put together. */
  readonly pieces: number;
  readonly milliseconds: number;
}

/** What two settings keep of one page. */
export interface Comparison {
  readonly runs: readonly ComparedRun[];
  /** Words that both keep, that only one keeps, and that neither does. */
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly neither: number;
  /** Whether the runs were cut short. */
  readonly cut: boolean;
}

/** A piece of text that is kept by both or by one of them. */
export interface ComparedRun {
  readonly who: "both" | "a" | "b";
  /** White space before it. */
  readonly gap: string;
  readonly text: string;
  /** Of a long text that both keep, how it ends, and how many words between are left out. */
  readonly rest?: { readonly skipped: number; readonly text: string };
}

export interface LocatedNode {
  readonly node: number;
  readonly text: string;
}

/** A model that was read from a file. */
export interface AddedModel {
  readonly id: string;
  readonly name: string;
  /** What it is for. */
  readonly use: "detect" | "segment";
}

/** `preview` is HTML that shows the content and holds nothing that runs, loads or leads away. */
export type ContentFormat = "text" | "markdown" | "html" | "preview";

/** What can be asked of an engine, and what it answers. */
export interface Tasks {
  open: { readonly input: PageSource; readonly answer: OpenedPage };
  judge: { readonly input: Settings; readonly answer: Judgement };
  map: { readonly input: Settings; readonly answer: DrawnMap };
  node: { readonly input: { readonly node: number; readonly settings: Settings }; readonly answer: NodeFacts };
  write: {
    readonly input: { readonly format: ContentFormat; readonly settings: Settings };
    readonly answer: string;
  };
  compare: { readonly input: { readonly a: Settings; readonly b: Settings }; readonly answer: Comparison };
  /** Which nodes some XPaths lead to, and how their texts begin; null for those that lead nowhere. */
  locate: { readonly input: readonly (string | null)[]; readonly answer: readonly (LocatedNode | null)[] };
  segment: { readonly input: Settings; readonly answer: FoundSegments };
  addModel: { readonly input: { readonly id: string; readonly text: string }; readonly answer: AddedModel };
}

export type TaskKind = keyof Tasks;

/** What goes to a worker. */
export interface Question {
  readonly id: number;
  readonly kind: TaskKind;
  readonly input: Tasks[TaskKind]["input"];
}

/** What comes back: any number of notes on how far it is, then an answer or a failure. */
export type Reply =
  | { readonly id: number; readonly progress: string }
  | { readonly id: number; readonly answer: Tasks[TaskKind]["answer"] }
  | { readonly id: number; readonly failure: { readonly code: string; readonly message: string } };
