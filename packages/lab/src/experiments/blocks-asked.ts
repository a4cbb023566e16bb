/**
 * Is a requested precision kept? A detector takes its threshold from curves of held-out sites. Here models are
 * trained on nine tenths of all sites, of both kinds, with curves of these sites alone; then they judge the last tenth.
 */

import { type BlockClassifier, type BlockModel, blockClassifiers } from "dehusk/internal/detect";
import { thresholdForPrecision } from "dehusk/internal/learn";
import { type BlockTrainer, type BlockTrial, siteFolds } from "dehusk/internal/train";
import type { Table } from "../report/report.ts";
import { type Sample, type SiteRange, sampleNames, samples } from "./blocks-samples.ts";

/** The precisions requested. */
const asked = [0.8, 0.9, 0.95] as const;

/** The precision and recall of a classifier at a requested precision, with each text of a site counted once. */
interface AskedPrecision {
  readonly asked: number;
  /** NaN if no model of any fold reaches it. */
  readonly precision: number;
  /** Standard error of the precision, by leaving out one site at a time. */
  readonly error: number;
  readonly recall: number;
}

export type AskedFigures = Readonly<Record<Sample, Readonly<Record<BlockClassifier, readonly AskedPrecision[]>>>>;

/** Blocks of some sites with the curves that give the threshold. */
interface Judged extends Omit<BlockTrial, "learned"> {
  readonly curves: BlockModel["curves"];
}

const folds = 10;

/** Nested: training, calibration and test use different sites. */
export async function askNested(
  trainer: BlockTrainer,
  ranges: Readonly<Record<Sample, SiteRange>>,
  seed: number,
  onFold: (fold: number) => void,
): Promise<AskedFigures> {
  // The trainer's own validation uses the seed itself.
  const foldOf = siteFolds(trainer.sites, seed + 1);
  const judged: Judged[] = [];
  for (let fold = 0; fold < folds; fold++) {
    onFold(fold);
    const isLearned = (site: number): boolean => foldOf[site] !== fold;
    const trial = await trainer.tryOut(isLearned, (site) => foldOf[site] === fold);
    judged.push({ ...trial, curves: await trainer.curves(isLearned) });
  }
  return figuresOf(trainer, ranges, judged);
}

/** A finished model on all sites. */
export function askShipped(
  trainer: BlockTrainer,
  ranges: Readonly<Record<Sample, SiteRange>>,
  model: BlockModel,
): AskedFigures {
  return figuresOf(trainer, ranges, [{ ...trainer.score(model), curves: model.curves }]);
}

function figuresOf(
  trainer: BlockTrainer,
  ranges: Readonly<Record<Sample, SiteRange>>,
  judged: readonly Judged[],
): AskedFigures {
  const firsts = new Set(trainer.distinctTexts());
  const figures = samples.map((sample) => {
    const { from, to } = ranges[sample];
    const isCounted = (block: number): boolean => {
      const site = trainer.siteOf(block);
      return firsts.has(block) && site >= from && site < to;
    };
    const rows = blockClassifiers.map((classifier) => [
      classifier,
      asked.map((precision) => {
        const bySite = countBySite(trainer, judged, classifier, precision, isCounted);
        return { asked: precision, ...summed(bySite) };
      }),
    ]);
    return [sample, Object.fromEntries(rows)];
  });
  return Object.fromEntries(figures) as AskedFigures;
}

interface Counts {
  readonly said: number;
  readonly right: number;
  readonly templates: number;
}

function countBySite(
  trainer: BlockTrainer,
  judged: readonly Judged[],
  classifier: BlockClassifier,
  precision: number,
  isCounted: (block: number) => boolean,
): Counts[] {
  const sites = new Map<number, { said: number; right: number; templates: number }>();
  for (const { blocks, labels, scores, curves } of judged) {
    const threshold = thresholdForPrecision(curves[classifier], precision) ?? Number.POSITIVE_INFINITY;
    for (const [i, block] of blocks.entries()) {
      if (!isCounted(block)) continue;
      const counts = sites.get(trainer.siteOf(block)) ?? { said: 0, right: 0, templates: 0 };
      sites.set(trainer.siteOf(block), counts);
      const isSaid = scores[classifier][i] >= threshold;
      counts.templates += labels[i];
      if (isSaid) counts.said++;
      if (isSaid) counts.right += labels[i];
    }
  }
  return [...sites.values()];
}

function summed(sites: readonly Counts[]): Omit<AskedPrecision, "asked"> {
  const total = (name: keyof Counts): number => sites.reduce((sum, each) => sum + each[name], 0);
  const [said, right, templates] = [total("said"), total("right"), total("templates")];
  const without = sites.map((site) => (right - site.right) / (said - site.said));
  const mean = without.reduce((sum, each) => sum + each, 0) / without.length;
  const squares = without.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return {
    precision: said === 0 ? Number.NaN : right / said,
    error: Math.sqrt((squares * (sites.length - 1)) / Math.max(1, sites.length)),
    recall: right / templates,
  };
}

export function tableOfAsked(figures: AskedFigures): Table {
  return {
    title: "Precision asked for and held",
    note:
      "Each text of a site counts once. Models of all sites but a tenth, thresholds from their own held-out sites; with --shipped " +
      "the shipped model and its thresholds. ± is the standard error, by leaving out one site at a time.",
    columns: ["sites", "classifier", "asked", "precision", "±", "recall"],
    rows: samples.flatMap((sample) =>
      blockClassifiers.flatMap((classifier) =>
        figures[sample][classifier].map((each) => [
          sampleNames[sample],
          classifier,
          String(each.asked),
          each.precision,
          each.error,
          each.recall,
        ]),
      ),
    ),
  };
}
