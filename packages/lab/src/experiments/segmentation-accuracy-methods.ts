import { seededRandom, shuffled } from "dehusk/internal/learn";
import {
  plainSegmentModel,
  type SegmentModel,
  type SegmentSettings,
  segmentModelOf,
  segmentView,
  vipsLevels,
} from "dehusk/internal/segment";
import type { SegmentLevel } from "dehusk/internal/train";
import {
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
  "consensus",
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

/** The truth: the inner blocks, which are closer to the paper's segments in number than the outer ones. */
const level: SegmentLevel = "inner";

/** Results on one part of the pages. */
export interface SplitResult {
  /** λ, or the PDoC of VIPS, chosen on other pages. */
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

/** Parts of the pages, each of which is tested once. */
export const foldCount = 5;

/** The pages of each fold: to learn from, and to test on. Every page is tested once. */
export function foldPages<Item>(pages: readonly Item[], seed: number): readonly { learn: Item[]; test: Item[] }[] {
  return splitInto(foldCount, shuffled(pages, seededRandom(seed)));
}

/** Parts of the pages that are learned from: settings are chosen by models that were fitted to the other parts. */
const innerCount = 4;

function splitInto<Item>(count: number, pages: readonly Item[]): { learn: Item[]; test: Item[] }[] {
  return Array.from({ length: count }, (_, fold) => ({
    learn: pages.filter((_, k) => k % count !== fold),
    test: pages.filter((_, k) => k % count === fold),
  }));
}

/** Forms of the energy of GCuts to choose from: the paper's, and with a cost of labels outside their element. */
const energies = [
  { outside: 0, neighbourShare: 1 },
  { outside: 1, neighbourShare: 1 },
  { outside: 1, neighbourShare: 0.25 },
] as const;

/**
 * Learns from some pages as `dehusk train --segments` does, and tests on others: λ, the form of the energy and the PDoC of
 * VIPS are the best for models fitted to three quarters of the pages to learn from, on the last quarter; the model that is
 * tested is fitted to all of them. Nothing is chosen on pages that are tested. The rules of VIPS itself were tuned on all
 * pages before, which flatters it.
 */
export function runFold(
  { learn, test }: { learn: SegmentedView[]; test: SegmentedView[] },
  geometry: Geometry,
  untrained: UntrainedMethods,
): SplitResult {
  const fit = (pages: readonly SegmentedView[]) =>
    fitSegmentModel(labelledViews(pages, level), { name: "ours", geometry });
  const inner = splitInto(innerCount, learn).map((part) => {
    return { model: fit(part.learn), pages: labelledViews(part.test, level) };
  });
  const ours = fit(learn);
  const plain = plainSegmentModel(geometry);
  const chosen: Partial<Record<SegmentationMethod, number>> = {};
  const scores = {} as Record<SegmentationMethod, readonly PageScore[]>;
  const run = (method: SegmentationMethod, variant: Variant, forms: readonly Form[], fixed?: SegmentModel) => {
    const tried = forms.flatMap((form) => {
      const parts = inner.map(({ model, pages }) => ({
        pages: pages.length,
        tried: tryLambdas(pages, { ...(fixed ?? model), ...form }, variant, segmentAgreement),
      }));
      return sumOfParts(parts).map((each) => ({ ...each, form }));
    });
    const { form, lambda } = tried.reduce((best, each) => (each.score > best.score ? each : best));
    const model = { ...(fixed ?? ours), ...form };
    chosen[method] = lambda;
    scores[method] = scoreAll(test, { ...lambdaVariants[variant], model, lambda });
    return model;
  };
  const model = run("GCuts", "gcuts", energies);
  scores.consensus = scoreAll(test, {
    algorithm: "consensus",
    model: { ...model, lambda: { ...model.lambda, gcuts: chosen.GCuts ?? model.lambda.gcuts } },
  });
  run("GCuts-NP", "gcutsWithoutParents", energies);
  run("GCuts-NL", "gcuts", energies, plain);
  run("CClus", "cclus", [{}]);
  run("GCuts, the paper's energy", "gcuts", energies.slice(0, 1));
  scores.sections = test.map((each) => scored(each, untrained.sections(each)));
  const best = bestCoherence(learn, untrained);
  chosen.VIPS = coherences[best];
  scores.VIPS = test.map((each) => scored(each, untrained.vips(each)[best]));
  return { chosen, scores, model, test };
}

type Form = Partial<Pick<SegmentModel, "outside" | "neighbourShare">>;

/** The mean score of each λ over the pages of all parts. */
function sumOfParts(parts: readonly { pages: number; tried: readonly TriedLambda[] }[]): TriedLambda[] {
  const pages = parts.reduce((sum, part) => sum + part.pages, 0);
  return parts[0].tried.map(({ lambda }, k) => ({
    lambda,
    score: parts.reduce((sum, part) => sum + part.tried[k].score * part.pages, 0) / Math.max(1, pages),
  }));
}

/** The PDoC of VIPS where none is chosen. */
const usualCoherence = coherences.indexOf(7);

/** The shipped models on all pages, with nothing trained or chosen. */
export function runShipped(pages: SegmentedView[], geometry: Geometry, untrained: UntrainedMethods): SplitResult {
  const model = segmentModelOf("default", geometry);
  const plain = plainSegmentModel(geometry);
  const scores: Record<SegmentationMethod, readonly PageScore[]> = {
    consensus: scoreAll(pages, { algorithm: "consensus", model }),
    GCuts: scoreAll(pages, { ...lambdaVariants.gcuts, model }),
    "GCuts-NP": scoreAll(pages, { ...lambdaVariants.gcutsWithoutParents, model }),
    "GCuts-NL": scoreAll(pages, { ...lambdaVariants.gcuts, model: plain }),
    CClus: scoreAll(pages, { ...lambdaVariants.cclus, model }),
    "GCuts, the paper's energy": scoreAll(pages, {
      ...lambdaVariants.gcuts,
      model: { ...model, outside: 0, neighbourShare: 1 },
    }),
    sections: pages.map((each) => scored(each, untrained.sections(each))),
    VIPS: pages.map((each) => scored(each, untrained.vips(each)[usualCoherence])),
  };
  const { gcuts, gcutsWithoutParents, cclus } = model.lambda;
  const chosen = { GCuts: gcuts, "GCuts-NP": gcutsWithoutParents, "GCuts-NL": plain.lambda.gcuts, CClus: cclus };
  return { chosen: { ...chosen, VIPS: coherences[usualCoherence] }, scores, model, test: pages };
}

function scoreAll(pages: readonly SegmentedView[], settings: SegmentSettings): PageScore[] {
  return pages.map((each) => scored(each, segmentView(each.view, settings).label));
}

type Variant = keyof SegmentModel["lambda"];

function bestCoherence(pages: readonly SegmentedView[], untrained: UntrainedMethods): number {
  const sums = coherences.map((_, k) =>
    pages.reduce((sum, each) => sum + segmentAgreement(each.truth[level], untrained.vips(each)[k]), 0),
  );
  return sums.indexOf(Math.max(...sums));
}

function scored({ id, truth, characters }: SegmentedView, found: Int32Array): PageScore {
  return { id, segments: new Set(found).size, ...segmentationScores(truth[level], found, characters) };
}

/** Figures 3 and 5: a score for each λ on the test pages of a fold. */
export function sweepLambdas(
  { test, model }: SplitResult,
  measure: (truth: ArrayLike<number>, found: ArrayLike<number>) => number,
): Record<Variant, readonly TriedLambda[]> {
  const labelled: readonly LabelledView[] = labelledViews(test, level);
  const sweep = (variant: Variant) => tryLambdas(labelled, model, variant, measure);
  return {
    gcuts: sweep("gcuts"),
    gcutsWithoutParents: sweep("gcutsWithoutParents"),
    cclus: sweep("cclus"),
  };
}
