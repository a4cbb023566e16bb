import {
  type Penalty,
  pageLevelModel,
  penaltyNames,
  type ScoredPage,
  scorePage,
  smoothPage,
} from "dehusk/internal/detect";
import { averagePrecision, bestThreshold, calibrationBins, rocAuc } from "dehusk/internal/learn";
import { adjustedRand } from "dehusk/internal/train";
import { filledScores, groupsOfEqual, labelledLeaves, mergedGroups, mergedValues, trueGroups } from "../leaf-groups.ts";
import type { NodeTruth } from "../node-truth.ts";
import { type MeasuredThing, measuredThings, type TemplateScores, TemplateTally } from "../template-tally.ts";

/** Figures of one detection method on one set. */
export interface MethodFigures extends Record<MeasuredThing, TemplateScores> {
  /** Mean over the pages of the adjusted Rand index of the leaves' groups. */
  readonly adjustedRand: number;
}

interface CurveFigures {
  readonly rocAuc: number;
  readonly averagePrecision: number;
  readonly bestThreshold: number;
  readonly bestF: number;
}

/** All figures of one set. */
export interface SetFigures {
  readonly pages: number;
  readonly words: number;
  /** Shares of shown characters that were aligned with the annotated page, and that have a label. */
  readonly aligned: number;
  readonly known: number;
  readonly basic: MethodFigures;
  /** Basic + Merge with the best δ for the F of text, and for the adjusted Rand index. */
  readonly merge: MethodFigures & { readonly deltaForF: number; readonly deltaForRand: number };
  readonly smooth: MethodFigures;
  readonly curves: Record<"basic" | "smooth", Record<MeasuredThing, CurveFigures>>;
  /** Share of template words against scores. */
  readonly calibration: Record<"basic" | "smooth", ReturnType<typeof calibrationBins>>;
  /** For each kind of penalty, the figures at each of {@link penaltyScales}. */
  readonly penalties: Record<Penalty, readonly MethodFigures[]>;
}

/** Factors of the default penalty: the x-axes of figures 2 and 3. */
export const penaltyScales = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100] as const;

/** The default penalty, min(0.01 · A / Aᵢ, 0.7): both constants are multiplied. */
const defaultFactor = 0.01;
const defaultMost = 0.7;

const deltas = Array.from({ length: 100 }, (_, i) => (i + 1) / 100);

/** Sums up the pages of one set; each is scored once and smoothed for every penalty. */
export class AccuracyFigures {
  readonly #basic: Tally;
  readonly #smooth: Tally;
  readonly #merged: readonly Tally[];
  readonly #penalties: Record<Penalty, readonly Tally[]>;
  #pages = 0;
  #words = 0;
  #characters = 0;
  #aligned = 0;
  #known = 0;

  constructor(threshold: number) {
    this.#basic = new Tally(threshold);
    this.#smooth = new Tally(threshold);
    this.#merged = deltas.map(() => new Tally(threshold));
    const tallies = penaltyNames.map((name) => [name, penaltyScales.map(() => new Tally(threshold))]);
    this.#penalties = Object.fromEntries(tallies) as Record<Penalty, Tally[]>;
  }

  add(truth: NodeTruth): void {
    const { page } = truth;
    const leaves = labelledLeaves(truth);
    const groups = trueGroups(truth, leaves);
    const scored: ScoredPage = scorePage(page, { model: pageLevelModel });
    this.#pages++;
    this.#words += truth.knownWords[page.size];
    const characters = page.sums.characters[page.size];
    this.#characters += characters;
    this.#aligned += truth.aligned * characters;
    this.#known += truth.knownCharacters[page.size];

    for (const penalty of penaltyNames) {
      for (const [k, scale] of penaltyScales.entries()) {
        const { templateness, section } = smoothPage(scored, {
          penalty,
          penaltyFactor: defaultFactor * scale,
          penaltyMost: defaultMost * scale,
        });
        const found = leaves.map((leaf) => section[leaf]);
        this.#penalties[penalty][k]?.add(truth, templateness, groups, found);
      }
    }
    const usual = smoothPage(scored, {});
    const sections = leaves.map((leaf) => usual.section[leaf]);
    this.#smooth.add(truth, usual.templateness, groups, sections);
    const raw = filledScores(page, usual.score);
    this.#basic.add(truth, raw, groups, groupsOfEqual(page, raw, leaves));
    for (const [k, delta] of deltas.entries()) {
      const found = mergedGroups(raw, leaves, delta);
      this.#merged[k]?.add(truth, mergedValues(raw, leaves, found), groups, found);
    }
  }

  figures(): SetFigures {
    const merged = this.#merged.map((tally) => tally.figures());
    const forF = best(merged, (figures) => figures.text.f);
    const forRand = best(merged, (figures) => figures.adjustedRand);
    const penalties = penaltyNames.map((name) => [name, this.#penalties[name].map((tally) => tally.figures())]);
    return {
      pages: this.#pages,
      words: this.#words,
      aligned: this.#aligned / Math.max(1, this.#characters),
      known: this.#known / Math.max(1, this.#characters),
      basic: this.#basic.figures(),
      merge: {
        ...merged[forF],
        adjustedRand: merged[forRand]?.adjustedRand as number,
        deltaForF: deltas[forF],
        deltaForRand: deltas[forRand],
      },
      smooth: this.#smooth.figures(),
      curves: { basic: this.#basic.curves(), smooth: this.#smooth.curves() },
      calibration: { basic: this.#basic.calibration(), smooth: this.#smooth.calibration() },
      penalties: Object.fromEntries(penalties) as Record<Penalty, MethodFigures[]>,
    };
  }
}

function best(list: readonly MethodFigures[], of: (figures: MethodFigures) => number): number {
  let at = 0;
  for (const [i, figures] of list.entries()) if (of(figures) > of(list[at])) at = i;
  return at;
}

class Tally {
  readonly #template: TemplateTally;
  #pages = 0;
  #rand = 0;

  constructor(threshold: number) {
    this.#template = new TemplateTally(threshold);
  }

  add(truth: NodeTruth, value: Float64Array, groups: Int32Array, found: Int32Array): void {
    this.#template.add(truth, value);
    if (groups.length < 2) return;
    this.#pages++;
    this.#rand += adjustedRand(groups, found);
  }

  figures(): MethodFigures {
    const [text, anchorText, links] = measuredThings.map((thing) => this.#template.scores(thing));
    return { text, anchorText, links, adjustedRand: this.#rand / Math.max(1, this.#pages) } as MethodFigures;
  }

  curves(): Record<MeasuredThing, CurveFigures> {
    const list = measuredThings.map((thing) => {
      const cases = this.#template.cases(thing);
      const point = bestThreshold(cases);
      const figures: CurveFigures = {
        rocAuc: rocAuc(cases),
        averagePrecision: averagePrecision(cases),
        bestThreshold: point?.threshold ?? Number.NaN,
        bestF: point?.f ?? Number.NaN,
      };
      return [thing, figures];
    });
    return Object.fromEntries(list) as Record<MeasuredThing, CurveFigures>;
  }

  calibration(): ReturnType<typeof calibrationBins> {
    return calibrationBins(this.#template.cases("text"));
  }
}
