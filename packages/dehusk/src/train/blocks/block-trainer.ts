import { DehuskError, rounded, toDigits } from "../../basics/index.ts";
import { type BlockClassifier, type BlockModel, blockClassifiers, blockModelFeatures } from "../../detect/index.ts";
import {
  averagePrecision,
  binaryWidth,
  curveOf,
  packForest,
  recallAtPrecision,
  type ScoredCases,
  seededRandom,
  shuffled,
  unpackForest,
} from "../../learn/index.ts";
import type { Page } from "../../page/index.ts";
import { BlockCounter } from "../../site/index.ts";
import { PageSample } from "../page-sample.ts";
import {
  type BlockTrainOptions,
  type ResolvedBlockTrainOptions,
  resolveBlockTrainOptions,
} from "./block-train-options.ts";
import { cautiousCurve } from "./cautious-curve.ts";
import { distinctTexts, type FitOptions, type FitWithout, fitBlocks, scoreFit } from "./fit-blocks.ts";
import { LabelledBlockRows } from "./labelled-blocks.ts";

/** How a block model was trained, and how well its classifiers do on held-out sites. */
export interface BlockTrainingReport {
  readonly sites: number;
  /** Pages counted, and those of them that blocks were taken from. */
  readonly pages: number;
  readonly pagesTrainedOn: number;
  readonly pagesPerSite: number;
  /** Blocks by label; unlabelled ones are ignored. */
  readonly templates: number;
  readonly others: number;
  readonly ignored: number;
  /** Distinct rows before and after discretization, and binary features. */
  readonly distinct: number;
  readonly distinctBinary: number;
  readonly binaryFeatures: number;
  readonly trees: number;
  readonly outOfBagError: number;
  /** Number of folds. */
  readonly folds: number;
  readonly seed: number;
  /** Each classifier on held-out sites. */
  readonly measures: Readonly<Record<BlockClassifier, BlockMeasures>>;
}

/** Quality of a classifier: on all blocks as in the paper, and with each text of a site counted once. */
export interface BlockMeasures extends Measures {
  readonly distinctTexts: Measures;
}

interface Measures {
  /** Share of templates among the blocks: the precision of guessing. */
  readonly templateShare: number;
  readonly recallAt90: number;
  readonly averagePrecision: number;
}

/** Scores of the blocks of some sites by classifiers trained on others. */
export interface BlockTrial {
  /** Numbers of the blocks, in the order added. */
  readonly blocks: Uint32Array;
  /** 1 template, 0 not. */
  readonly labels: Uint8Array;
  readonly scores: Readonly<Record<BlockClassifier, Float32Array>>;
  readonly learned: Pick<BlockTrainingReport, "distinct" | "distinctBinary" | "binaryFeatures" | "outOfBagError">;
}

/** A trained block model with its report. */
export type TrainedBlockModel = BlockModel & { readonly training: BlockTrainingReport };

const folds = 10;
/** Points of a model's curves: enough to choose a threshold to a hundredth. */
const curvePoints = 200;
/** Minimum rows per leaf (the default of forests), and the penalty of the logistic regression. */
const fitDefaults = { leastLeaf: 5, l2: 1e-4 };

/**
 * Trains a template-block model ("Site-Independent Template-Block Detection", sections 3 and 4) from pages of many
 * sites, without labels: what a site repeats on a tenth of its pages is a template, what it has on one page is not. The
 * curves come from a ten-fold cross-validation by site, in which each text of a site counts once: templates are on many
 * pages, and counted on each they would leave hardly anything to be mistaken for one. Their precisions are a standard
 * error below what was found, see `cautious-curve.ts`. The same sites in the same order
 * give the same model.
 *
 * @example
 * const trainer = new BlockTrainer();
 * for (const site of sites) trainer.addSite(site.pages.map((html) => parse(html)));
 * const model = await trainer.finish();
 */
export class BlockTrainer {
  readonly #options: ResolvedBlockTrainOptions;
  readonly #rows = new LabelledBlockRows();
  #sites = 0;
  #pages = 0;
  #pagesTrainedOn = 0;
  #ignored = 0;

  /** @throws DehuskError `bad-option`. */
  constructor(options: BlockTrainOptions = {}) {
    this.#options = resolveBlockTrainOptions(options);
  }

  /** Sites with at least one block. */
  get sites(): number {
    return this.#sites;
  }

  /** Pages that blocks were taken from. */
  get pages(): number {
    return this.#pagesTrainedOn;
  }

  /** Labelled blocks. */
  get blocks(): number {
    return this.#rows.count;
  }

  /** Adds the pages of one site. */
  addSite(pages: Iterable<Page>): void {
    const site = this.startSite();
    for (const page of pages) site.add(page);
    this.endSite(site);
  }

  /** The same page by page: pass each page to the site's `add`, then the site to `endSite`. */
  startSite(): BlockSite {
    const { pagesPerSite, seed, labels } = this.#options;
    return new BlockSite(new BlockCounter(labels), new PageSample(pagesPerSite, seededRandom(seed + this.#sites)));
  }

  endSite({ counter, sample }: BlockSite): void {
    const frequencies = counter.finish();
    this.#pages += frequencies.pages;
    if (frequencies.pages < 2) return;
    const before = this.#rows.count;
    for (const page of sample.kept) this.#ignored += this.#rows.addPage(this.#sites, page, frequencies);
    this.#pagesTrainedOn += sample.kept.length;
    if (this.#rows.count > before) this.#sites++;
  }

  /**
   * The model, with curves from held-out sites.
   *
   * @throws DehuskError `bad-input` if there are too few sites, or a fold has blocks of one kind only.
   */
  async finish(onProgress: (step: string) => void = () => {}): Promise<TrainedBlockModel> {
    if (this.#sites < folds) {
      throw new DehuskError("bad-input", `A model needs pages of at least ${folds} sites; there are ${this.#sites}.`);
    }
    const { pagesPerSite, seed, trees, name } = this.#options;
    const { scores, once } = await this.#heldOut(() => true, onProgress);
    onProgress("training on all sites");
    const fit = await fitBlocks(
      this.#rows,
      this.#rowsOf(() => true),
      this.#fitOptions(),
    );
    const { cuts, text, forest, distinct, distinctBinary, outOfBagError } = fit;
    const labels = this.#rows.labels.slice(0, this.#rows.count);
    const templates = labels.reduce((sum, label) => sum + label, 0);
    return {
      version: 1,
      kind: "dehusk-block-model",
      name,
      geometry: "estimate",
      features: blockModelFeatures,
      cuts,
      text,
      maxent: { bias: toDigits(fit.maxent.bias, 6), weights: fit.maxent.weights.map((weight) => toDigits(weight, 6)) },
      forest: packForest(forest),
      curves: curvesOf(once),
      training: {
        sites: this.#sites,
        pages: this.#pages,
        pagesTrainedOn: this.#pagesTrainedOn,
        pagesPerSite,
        templates,
        others: labels.length - templates,
        ignored: this.#ignored,
        distinct,
        distinctBinary,
        binaryFeatures: binaryWidth(fit),
        trees,
        outOfBagError: rounded(outOfBagError, 4),
        folds,
        seed,
        measures: byClassifier((each) => ({
          ...measuresOf({ score: scores[each], label: labels }),
          distinctTexts: measuresOf(once.cases[each]),
        })),
      },
    };
  }

  /**
   * Trains on some sites and scores others, for measurements. Sites are numbered from 0 in the order added; sites
   * without blocks are skipped.
   */
  async tryOut(
    isLearned: (site: number) => boolean,
    isTried: (site: number) => boolean,
    without: FitWithout = {},
  ): Promise<BlockTrial> {
    const fit = await fitBlocks(this.#rows, this.#rowsOf(isLearned), this.#fitOptions(), without);
    const blocks = this.#rowsOf(isTried);
    const { distinct, distinctBinary, outOfBagError } = fit;
    return {
      blocks,
      labels: Uint8Array.from(blocks, (row) => this.#rows.labels[row]),
      scores: scoreFit(fit, this.#rows, blocks),
      learned: { distinct, distinctBinary, binaryFeatures: binaryWidth(fit), outOfBagError },
    };
  }

  /** Of the blocks of each site with the same text and label, the number of the first. */
  distinctTexts(): Uint32Array {
    return distinctTexts(this.#rows);
  }

  /**
   * The curves of a model of some sites, for measurements: `finish` without the other sites, and without the model. Which
   * threshold holds what precision is learned from sites that the model is trained on, never from others.
   */
  async curves(isLearned: (site: number) => boolean): Promise<BlockModel["curves"]> {
    return curvesOf((await this.#heldOut(isLearned)).once);
  }

  /** The scores of all blocks by a finished model, for measurements. */
  score(model: BlockModel): Omit<BlockTrial, "learned"> {
    const blocks = this.#rowsOf(() => true);
    return {
      blocks,
      labels: this.#rows.labels.slice(0, this.#rows.count),
      scores: scoreFit({ ...model, forest: unpackForest(model.forest) }, this.#rows, blocks),
    };
  }

  /** The site of a block. */
  siteOf(block: number): number {
    return this.#rows.sites[block];
  }

  /** Scores of each block of some sites by models of the others, and the cases in which each text counts once. */
  async #heldOut(
    isLearned: (site: number) => boolean,
    onProgress: (step: string) => void = () => {},
  ): Promise<{ scores: Record<BlockClassifier, Float32Array>; once: HeldOut }> {
    const { count, labels, sites } = this.#rows;
    const foldOf = siteFolds(this.#sites, this.#options.seed);
    const scores = byClassifier(() => new Float32Array(count));
    for (let fold = 0; fold < folds; fold++) {
      onProgress(`training without fold ${fold + 1} of ${folds}`);
      const trial = await this.tryOut(
        (site) => isLearned(site) && foldOf[site] !== fold,
        (site) => isLearned(site) && foldOf[site] === fold,
      );
      for (const each of blockClassifiers) {
        for (const [i, row] of trial.blocks.entries()) scores[each][row] = trial.scores[each][i];
      }
    }
    const rows = [...this.distinctTexts()].filter((row) => isLearned(sites[row]));
    const cases = byClassifier((each) => ({
      score: rows.map((row) => scores[each][row]),
      label: rows.map((row) => labels[row]),
    }));
    return { scores, once: { cases, sites: rows.map((row) => sites[row]) } };
  }

  #fitOptions(): FitOptions {
    const { seed, trees, cuts, makeForest } = this.#options;
    return { seed, trees, cuts, makeForest, ...fitDefaults };
  }

  #rowsOf(isChosen: (site: number) => boolean): Uint32Array {
    const all = Uint32Array.from({ length: this.#rows.count }, (_, row) => row);
    return all.filter((row) => isChosen(this.#rows.sites[row]));
  }
}

/** The pages of one site as a stream: all are counted, a sample is kept. */
class BlockSite {
  readonly counter: BlockCounter;
  readonly sample: PageSample;

  constructor(counter: BlockCounter, sample: PageSample) {
    this.counter = counter;
    this.sample = sample;
  }

  add(page: Page): void {
    const before = this.counter.pages;
    this.counter.add(page);
    // A copy of an earlier page teaches nothing new.
    if (this.counter.pages > before) this.sample.add(page);
  }
}

/** Blocks of different texts, with their scores by models that were not trained on their sites. */
interface HeldOut {
  readonly cases: Readonly<Record<BlockClassifier, ScoredCases>>;
  readonly sites: readonly number[];
}

function curvesOf({ cases, sites }: HeldOut): BlockModel["curves"] {
  return byClassifier((each) => cautiousCurve(cases[each], sites, curvePoints).map(roundedPoint));
}

/** The fold of each site, from 0 to 9. */
export function siteFolds(sites: number, seed: number): Uint8Array {
  const order = shuffled(
    Array.from({ length: sites }, (_, site) => site),
    seededRandom(seed),
  );
  const fold = new Uint8Array(sites);
  for (const [place, site] of order.entries()) fold[site] = place % folds;
  return fold;
}

function byClassifier<Value>(make: (classifier: BlockClassifier) => Value): Record<BlockClassifier, Value> {
  return { text: make("text"), maxent: make("maxent"), rf: make("rf") };
}

function measuresOf(cases: ScoredCases): Measures {
  const { label } = cases;
  let templates = 0;
  for (let i = 0; i < label.length; i++) templates += label[i];
  return {
    templateShare: rounded(templates / label.length, 4),
    recallAt90: rounded(recallAtPrecision(curveOf(cases), 0.9), 4),
    averagePrecision: rounded(averagePrecision(cases), 4),
  };
}

function roundedPoint({ threshold, precision, recall }: { threshold: number; precision: number; recall: number }) {
  return { threshold, precision: rounded(precision, 4), recall: rounded(recall, 4) };
}
