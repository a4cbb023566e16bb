import type { PageView } from "../features/index.ts";
import type { Page } from "../page/index.ts";
import type { Areas } from "./areas.ts";
import type { ContentModel } from "./content-model.ts";
import type { JudgedTemplateBlocks } from "./judge-template-blocks.ts";
import type { PageLevelModel } from "./page-level-model.ts";
import type { ScoredBlocks } from "./score-blocks.ts";
import type { SmoothingTree } from "./smoothing-tree.ts";
import type { BlockDetector } from "./template-block-detector.ts";

/** The scoring of nodes. */
export type DetectionModel = PageLevelModel | ContentModel | BlockDetector;

/** A page whose nodes have scores, not yet smoothed; `detector` is the kind of model. */
export type ScoredPage = ContentScoredPage | PageLevelScoredPage | TemplateBlockScoredPage;

interface ScoredTree {
  readonly page: Page;
  readonly view: PageView;
  readonly areas: Areas;
  readonly tree: SmoothingTree;
  /** The model's score of each node of the tree by itself, from 0 (content) to 1 (template). */
  readonly score: Float64Array;
}

/** Scored by a content model, which needs no layout. */
export interface ContentScoredPage extends ScoredTree {
  readonly detector: "content";
  readonly model: ContentModel;
  readonly blocks: ScoredBlocks;
}

/** Scored by a page-level model. */
export interface PageLevelScoredPage extends ScoredTree {
  readonly detector: "page-level";
  readonly model: PageLevelModel;
  readonly pageLevel: PageLevelFindings;
}

/** Scored by a detector of template blocks. */
export interface TemplateBlockScoredPage extends ScoredTree {
  readonly detector: "template-blocks";
  readonly model: BlockDetector;
  readonly templateBlocks: TemplateBlockFindings;
}

export interface PageLevelFindings {
  readonly model: PageLevelModel;
  /** Features of the tree's nodes, row after row. */
  readonly rows: Float32Array;
}

/** Template blocks as "Site-Independent Template-Block Detection" defines them; one may lie inside another. */
export interface TemplateBlockFindings extends JudgedTemplateBlocks {
  /** For each node of the page the smallest template block that it is or is in; -1 for none. */
  readonly smallest: Int32Array;
  /** Whether the page's site is known to have a node on many of its pages. */
  readonly onSite: ((node: number) => boolean) | undefined;
}

/** A page-level model's scores, and the features of the tree's nodes that it used. */
export interface ScoredNodes extends ScoredTree {
  readonly rows: Float32Array;
}
