import { seededRandom, shuffled } from "dehusk/internal/learn";
import { plainSegmentModel, type SegmentModel, segmentView, vipsLevels } from "dehusk/internal/segment";
import type { SegmentLevel } from "dehusk/internal/train";
import {
  bestLambda,
  fitSegmentModel,
  type Geometry,
  type LabelledView,
  labelledViews,
  lambdaVariants,
  type SegmentedView,
  segmentAgreement,
  type TriedLambda,
  tryLambdas,
} from "dehusk/internal/train";
import { type SegmentationScores, segmentationScores } from "./segmentation-scores.ts";

/** The compared methods, in table order. */
export const segmentationMethods = [
  "GCuts",
  "GCuts-NP",
  "GCuts-NL",
  "CClus",
  "GCuts, the paper's energy",
  "sections",
  "VIPS",
] as const;
export type SegmentationMethod = (typeof segmentationMethods)[number];

/** Scores of a method on a page. */
export interface PageScore extends SegmentationScores {
  readonly id: string;
  readonly segments: number;
}

/** Results of one split of the pages. */
export interface SplitResult {
  readonly seed: number;
  /** λ, or the PDoC of VIPS, chosen on the validation pages. */
  readonly chosen: Readonly<Partial<Record<SegmentationMethod, number>>>;
  readonly scores: Readonly<Record<SegmentationMethod, readonly PageScore[]>>;
  readonly model: SegmentModel;
  readonly test: readonly SegmentedView[];
}

/** PDoC values to try with VIPS. */
const coherences = [5, 6, 6.5, 7, 7.5, 8, 9] as const;

/** Methods without training: computed once for all splits. */
export class UntrainedMethods {
  readonly #vips = new Map<SegmentedView, readonly Int32Array[]>();
  readonly #sections = new Map<SegmentedView, Int32Array>();

  vips(view: SegmentedView): readonly Int32Array[] {
    const known = this.#vips.get(view);
    if (known !== undefined) return known;
    const { page, styles } = view;
    const { boxes, leaf } = view.view;
    const made = vipsLevels(page, boxes, leaf, coherences, styles);
    this.#vips.set(view, made);
    return made;
  }

  sections(view: SegmentedView): Int32Array {
    const known = this.#sections.get(view) ?? segmentView(view.view, { algorithm: "sections" }).label;
    this.#sections.set(view, known);
    return known;
  }
}

/** Pages in three parts, 25:25:50 (GraphSeg, section 5.1). */
export function splitPages<Item>(
  pages: readonly Item[],
  seed: number,
): { train: Item[]; validate: Item[]; test: Item[] } {
  const order = shuffled(pages, seededRandom(seed));
  const quarter = Math.max(1, Math.round(pages.length / 4));
  return {
    train: order.slice(0, quarter),
    validate: order.slice(quarter, 2 * quarter),
    test: order.slice(2 * quarter),
  };
}

/**
 * Trains on a quarter of the pages, chooses λ on another, tests on the rest. The PDoC of VIPS is chosen on the first
 * two quarters, but its rules were tuned on all pages before, which flatters it. So are, less, the few numbers of ours
 * that `fit-segment-model.ts` names.
 */
export function runSplit(
  pages: readonly SegmentedView[],
  level: SegmentLevel,
  geometry: Geometry,
  seed: number,
  untrained: UntrainedMethods,
): SplitResult {
  const { train, validate, test } = splitPages(pages, seed);
  const learnt = labelledViews(train, level);
  const ours = fitSegmentModel(learnt, { name: "ours", geometry });
  const papers = fitSegmentModel(learnt, { name: "paper", geometry, outside: 0, neighbourShare: 1, leaveOut: [] });
  const { outside, neighbourShare } = ours;
  const plain = { ...plainSegmentModel(geometry), outside, neighbourShare };
  const labelled = labelledViews(validate, level);
  const score = (view: SegmentedView, found: Int32Array): PageScore => scored(view, found, level);
  const chosen: Partial<Record<SegmentationMethod, number>> = {};
  const scores = {} as Record<SegmentationMethod, readonly PageScore[]>;
  const run = (method: SegmentationMethod, model: SegmentModel, variant: Variant) => {
    const lambda = bestLambda(tryLambdas(labelled, model, variant, segmentAgreement));
    chosen[method] = lambda;
    scores[method] = test.map((each) =>
      score(each, segmentView(each.view, { ...lambdaVariants[variant], model, lambda }).label),
    );
  };
  run("GCuts", ours, "gcuts");
  run("GCuts-NP", ours, "gcutsWithoutParents");
  run("GCuts-NL", plain, "gcuts");
  run("CClus", ours, "cclus");
  run("GCuts, the paper's energy", papers, "gcuts");
  scores.sections = test.map((each) => score(each, untrained.sections(each)));
  const best = bestCoherence([...train, ...validate], level, untrained);
  chosen.VIPS = coherences[best];
  scores.VIPS = test.map((each) => score(each, untrained.vips(each)[best]));
  return { seed, chosen, scores, model: ours, test };
}

type Variant = keyof SegmentModel["lambda"];

function bestCoherence(pages: readonly SegmentedView[], level: SegmentLevel, untrained: UntrainedMethods): number {
  const sums = coherences.map((_, k) =>
    pages.reduce((sum, each) => sum + segmentAgreement(each.truth[level], untrained.vips(each)[k]), 0),
  );
  return sums.indexOf(Math.max(...sums));
}

function scored({ id, truth, characters }: SegmentedView, found: Int32Array, level: SegmentLevel): PageScore {
  return { id, segments: new Set(found).size, ...segmentationScores(truth[level], found, characters) };
}

/** Figures 3 and 5: a score for each λ on the test pages of a split. */
export function sweepLambdas(
  { test, model }: SplitResult,
  level: SegmentLevel,
  measure: (truth: ArrayLike<number>, found: ArrayLike<number>) => number,
): Record<Variant, readonly TriedLambda[]> {
  const labelled: readonly LabelledView[] = labelledViews(test, level);
  const sweep = (variant: Variant) => tryLambdas(labelled, model, variant, measure);
  return { gcuts: sweep("gcuts"), gcutsWithoutParents: sweep("gcutsWithoutParents"), cclus: sweep("cclus") };
}
