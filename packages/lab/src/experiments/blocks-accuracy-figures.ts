import type { BlockClassifier } from "dehusk/internal/detect";
import { averagePrecision, curveOf, precisionRecallCurve, recallAtPrecision } from "dehusk/internal/learn";
import { type BlockTrainer, type BlockTrial, type FitWithout, siteFolds } from "dehusk/internal/train";
import type { PeopleFigures } from "./blocks-accuracy-people.ts";
import type { AskedFigures } from "./blocks-asked.ts";
import type { Sample, SiteRange } from "./blocks-samples.ts";

/** Results of one kind of sites. */
export interface SampleFigures {
  readonly sites: number;
  readonly pages: number;
  readonly classifiers: Readonly<Record<BlockClassifier, BothMeasures>>;
  /** Recall and precision along each classifier's curve. */
  readonly curves: Readonly<Record<"all" | "texts", Readonly<Record<BlockClassifier, readonly [number, number][]>>>>;
  /** For each fold. */
  readonly folds: readonly { readonly rf: BothMeasures; readonly learned: BlockTrial["learned"] }[];
  /** The classifiers trained on the other kind of sites. */
  readonly fromOther: Readonly<Record<BlockClassifier, BothMeasures>>;
  /** The forest with parts switched off, on fewer pages. */
  readonly variants: Readonly<Record<string, BothMeasures>>;
}

export interface BlocksFigures {
  readonly pagesPerSite: number;
  readonly samples: Readonly<Record<Sample, SampleFigures>>;
  readonly asked: AskedFigures;
  readonly people: readonly PeopleFigures[];
}

/** The precisions at which recall is reported; the paper reports it at 0.9. */
export const precisions = [0.8, 0.9, 0.95] as const;

/** How well scores separate templates from the rest. */
interface Measures {
  readonly blocks: number;
  /** Share of templates: the precision of guessing. */
  readonly templateShare: number;
  /** The highest recall at each of {@link precisions}. */
  readonly recallAt: readonly number[];
  readonly averagePrecision: number;
  /** Share of the blocks on the wrong side of the threshold: one half, or 0 for log-odds. */
  readonly error: number;
}

/** All labelled blocks as in the paper, and each text of a site once. */
export type Counting = "all" | "texts";
export const countings: readonly Counting[] = ["all", "texts"];

export type BothMeasures = Readonly<Record<Counting, Measures>>;

const folds = 10;

/** Points of a plotted curve. */
const plottedPoints = 40;

/** Cross-validated scores of the blocks of a kind of sites: ten folds by site. */
export async function crossValidate(
  trainer: BlockTrainer,
  { from, to }: SiteRange,
  seed: number,
  without: FitWithout,
  onFold: (fold: number) => void,
): Promise<BlockTrial[]> {
  const foldOf = siteFolds(to - from, seed);
  const isOf = (site: number): boolean => site >= from && site < to;
  const trials: BlockTrial[] = [];
  for (let fold = 0; fold < folds; fold++) {
    onFold(fold);
    // Fewer sites than folds, on small data: some folds are empty.
    if (!foldOf.includes(fold)) continue;
    const isLeftOut = (site: number): boolean => isOf(site) && foldOf[site - from] === fold;
    trials.push(await trainer.tryOut((site) => isOf(site) && !isLeftOut(site), isLeftOut, without));
  }
  return trials;
}

/** Blocks with labels and scores. */
type Scored = Omit<BlockTrial, "learned">;

interface Cases {
  readonly score: readonly number[];
  readonly label: readonly number[];
}

/** The cases of trials; with `texts`, only blocks whose text counts. */
function casesOf(trials: readonly Scored[], classifier: BlockClassifier, counted?: ReadonlySet<number>): Cases {
  const score: number[] = [];
  const label: number[] = [];
  for (const { blocks, labels, scores } of trials) {
    for (let i = 0; i < blocks.length; i++) {
      if (counted !== undefined && !counted.has(blocks[i])) continue;
      score.push(scores[classifier][i]);
      label.push(labels[i]);
    }
  }
  return { score, label };
}

/** @param firsts The blocks whose text is the first of its kind on its site. */
export function measuresOf(
  trials: readonly Scored[],
  classifier: BlockClassifier,
  firsts: ReadonlySet<number>,
): BothMeasures {
  const middle = classifier === "text" ? 0 : 0.5;
  const measure = (cases: Cases): Measures => {
    const { score, label } = cases;
    const blocks = label.length;
    const curve = curveOf(cases);
    const wrong = score.filter((value, i) => value >= middle !== (label[i] === 1)).length;
    return {
      blocks,
      templateShare: label.reduce((sum, value) => sum + value, 0) / Math.max(1, blocks),
      recallAt: precisions.map((precision) => recallAtPrecision(curve, precision)),
      averagePrecision: averagePrecision(cases),
      error: wrong / Math.max(1, blocks),
    };
  };
  return { all: measure(casesOf(trials, classifier)), texts: measure(casesOf(trials, classifier, firsts)) };
}

/** Recall and precision along the curve, for plotting. */
export function plottedCurve(
  trials: readonly Scored[],
  classifier: BlockClassifier,
  counted: ReadonlySet<number> | undefined,
): [number, number][] {
  const curve = precisionRecallCurve(casesOf(trials, classifier, counted), plottedPoints);
  return curve.map(({ recall, precision }) => [rounded(recall), rounded(precision)]);
}

/** Four digits: more carry no information. */
export function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** Minimum, median and maximum. */
export function spreadOf(values: readonly number[]): readonly [number, number, number] {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return [at(0), at(0.5), at(1)];
}
