import { type ContentModel, treeKinds } from "../../detect/index.ts";
import { blockFeatureNames, firstLookWidth } from "../../features/index.ts";
import { type BoostingOptions, packTrees, quantileCuts, shortFloats, type TreePrecision } from "../../learn/index.ts";
import { type ContentExample, exampleOf, type LabelledPage, plainWidth } from "./content-example.ts";
import { ContentRows, plainColumn } from "./content-rows.ts";
import { kindNumber } from "./label-kinds.ts";
import { type LexiconOptions, learnLexicons, unpackLexicons } from "./learn-lexicons.ts";

export interface ContentTrainOptions {
  readonly name?: string | undefined;
  readonly seed?: number | undefined;
  /** How to train; defaults as for the shipped model. */
  readonly first?: Partial<BoostingOptions> | undefined;
  readonly second?: Partial<BoostingOptions> | undefined;
  readonly kinds?: Partial<BoostingOptions> | undefined;
  readonly lexicons?: Partial<LexiconOptions> | undefined;
  readonly cuts?: Partial<CutOptions> | undefined;
  readonly values?: TreePrecision | undefined;
}

/** Where columns may be cut. */
interface CutOptions {
  /** Most bins of a column. */
  readonly bins: number;
  /** Binary digits that a cut is rounded to. */
  readonly digits: number;
}

const shared = { depth: 8, rate: 0.1, l2: 20, leastLeaf: 40, rowShare: 0.8, featureShare: 0.3, seed: 1 };
const firstOptions: BoostingOptions = { ...shared, trees: 140, leaves: 24, rate: 0.07 };
const secondOptions: BoostingOptions = { ...shared, trees: 400, leaves: 32, rate: 0.05 };
const kindOptions: BoostingOptions = { ...shared, trees: 60, leaves: 16, rate: 0.12, rowShare: 0.5 };

/** A third of the size of a model with all words and digits, and as good: see docs/research/accuracy.md. */
const lexiconOptions: LexiconOptions = { names: 6000, words: 8000, bits: 20, steps: 15 };
const cutOptions: CutOptions = { bins: 32, digits: 8 };
const treePrecision: TreePrecision = { steps: 63, splitStep: 4 };

/** Parts of the training hosts: what one part's pages are told by words and first looks comes from the others. */
const parts = 3;

/**
 * Trains content models (see {@link ContentModel}) on labelled pages. Pages are added once; a model can then be fitted
 * to any subset and validated on the rest. Same pages, same order, same options: same model.
 *
 * The first-look scores and word weights of a training page come from other hosts: otherwise the second trees would
 * learn to trust memorized scores.
 *
 * @example
 * const trainer = new ContentTrainer();
 * for (const { html, text } of labelled) trainer.add({ page: parse(html), text, set: "mine", host });
 * const model = trainer.fit();
 */
export class ContentTrainer {
  readonly #options: ContentTrainOptions;
  readonly #examples: ContentExample[] = [];
  #plainCuts: Float32Array[] | undefined;

  constructor(options: ContentTrainOptions = {}) {
    this.#options = options;
  }

  get pages(): number {
    return this.#examples.length;
  }

  add(page: LabelledPage): void {
    if (page.page.blocks.count === 0) return;
    this.#examples.push(exampleOf(page));
    this.#plainCuts = undefined;
  }

  /** @param isTrainedOn Which pages to use, by set and host. Default: all. */
  fit(
    isTrainedOn: (example: { readonly set: string; readonly host: string }) => boolean = () => true,
    onStep: (step: string) => void = () => {},
  ): ContentModel {
    const examples = this.#examples.filter(isTrainedOn);
    const { first, second, kinds, name = "default", seed = 1 } = this.#options;
    const lexiconsKept = { ...lexiconOptions, ...this.#options.lexicons };
    const precision = { ...treePrecision, ...this.#options.values };
    const problem = new ContentRows(examples, this.#cuts(), (column) => this.#cut(column), precision);
    onStep("weighing words");
    const partOf = examples.map(({ host }) => hashHost(host) % parts);
    for (let part = 0; part < parts; part++) {
      const lexicons = learnLexicons(
        examples.filter((_, e) => partOf[e] !== part),
        lexiconsKept,
      );
      for (const [e, example] of examples.entries()) {
        if (partOf[e] === part) problem.fillLexicons(e, example, unpackLexicons(lexicons));
      }
    }
    const lexicons = learnLexicons(examples, lexiconsKept);
    problem.binLexicons();
    const firstTrees = { ...firstOptions, ...first, seed };
    for (let part = 0; part < parts; part++) {
      onStep(`first look ${part + 1} of ${parts + 1}`);
      const trees = problem.train(firstTrees, firstLookWidth, (e) => partOf[e] !== part);
      for (const e of examples.keys()) if (partOf[e] === part) problem.fillContext(e, trees);
    }
    onStep(`first look ${parts + 1} of ${parts + 1}`);
    const firstModel = problem.train(firstTrees, firstLookWidth, () => true);
    problem.binContext();
    onStep("second look");
    const secondTrees = { ...secondOptions, ...second, seed: seed + 1 };
    const secondModel = problem.train(secondTrees, blockFeatureNames.length, () => true);
    onStep("kinds of text");
    const kindTrees = { ...kindOptions, ...kinds, seed: seed + 2 };
    problem.hideNames((e) => hashHost(examples[e].host) % 4 !== 0);
    const kindModels = treeKinds.map((kind) => problem.trainKind(kindTrees, kindNumber(kind)));
    return {
      version: 1,
      kind: "dehusk-content-model",
      name,
      features: blockFeatureNames,
      names: lexicons.names,
      words: lexicons.words,
      trees: packTrees([firstModel, secondModel, ...kindModels], precision),
      training: { pages: examples.length, blocks: problem.count, seed },
    };
  }

  /** Bin borders of the page-only columns: from all pages, as no labels are involved. */
  #cuts(): Float32Array[] {
    this.#plainCuts ??= Array.from({ length: plainWidth }, (_, f) => this.#cut(plainColumn(this.#examples, f)));
    return this.#plainCuts;
  }

  #cut(column: Float32Array): Float32Array {
    const { bins, digits } = { ...cutOptions, ...this.#options.cuts };
    return shortFloats(quantileCuts(column, bins), digits);
  }
}

/** Assigns hosts to folds; hosts of one domain share a fold. */
export function hashHost(host: string): number {
  const domain = host.split(".").slice(-2).join(".");
  let hash = 0;
  for (let i = 0; i < domain.length; i++) hash = (Math.imul(hash, 31) + domain.charCodeAt(i)) | 0;
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return hash >>> 0;
}
