import { averagePrecision, calibrationBins, rocAuc } from "dehusk/internal/learn";
import { adjustedRand } from "dehusk/internal/train";
import type { NodeTruth } from "../node-truth.ts";
import { type MeasuredThing, measuredThings, type TemplateScores, TemplateTally } from "../template-tally.ts";

/** Figures of one detection method on one set. */
export interface MethodFigures extends Record<MeasuredThing, TemplateScores> {
  /** Mean over the pages of the adjusted Rand index of the leaves' groups. */
  readonly adjustedRand: number;
}

export interface CurveFigures {
  readonly rocAuc: number;
  readonly averagePrecision: number;
}

/** What a method says of a page: a value for each node, and the true and the found groups of its leaves. */
export interface Said {
  readonly value: Float64Array;
  readonly groups: Int32Array;
  readonly found: Int32Array;
}

/** Sums up what a method says of some pages. */
export class MethodTally {
  readonly #template: TemplateTally;
  #pages = 0;
  #rand = 0;

  constructor(threshold: number) {
    this.#template = new TemplateTally(threshold);
  }

  add(truth: NodeTruth, { value, groups, found }: Said): void {
    this.#template.add(truth, value);
    if (groups.length < 2) return;
    this.#pages++;
    this.#rand += adjustedRand(groups, found);
  }

  /** Figures over the pages of several tallies. */
  static pooled(tallies: readonly MethodTally[]): MethodFigures {
    const templates = tallies.map((tally) => tally.#template);
    const [text, anchorText, links] = measuredThings.map((thing) => TemplateTally.pooled(templates, thing));
    const pages = tallies.reduce((sum, tally) => sum + tally.#pages, 0);
    const rand = tallies.reduce((sum, tally) => sum + tally.#rand, 0);
    return { text, anchorText, links, adjustedRand: rand / Math.max(1, pages) } as MethodFigures;
  }

  figures(): MethodFigures {
    return MethodTally.pooled([this]);
  }

  curves(): Record<MeasuredThing, CurveFigures> {
    const list = measuredThings.map((thing) => {
      const cases = this.#template.cases(thing);
      return [thing, { rocAuc: rocAuc(cases), averagePrecision: averagePrecision(cases) }];
    });
    return Object.fromEntries(list) as Record<MeasuredThing, CurveFigures>;
  }

  calibration(): ReturnType<typeof calibrationBins> {
    return calibrationBins(this.#template.cases("text"));
  }
}

/** A method with its setting chosen on other pages. */
export interface ChosenFigures<Setting> {
  readonly figures: MethodFigures;
  /** What was chosen for each part of the pages. */
  readonly chosen: readonly Setting[];
}

/**
 * A method at each of its settings, on parts of the pages. The setting for a part is the best on the other parts, so that
 * no setting is chosen on pages that it is measured on.
 */
export class NestedTallies<Setting> {
  readonly #settings: readonly Setting[];
  /** By part, then by setting. */
  readonly #tallies: readonly (readonly MethodTally[])[];

  constructor(settings: readonly Setting[], parts: number, threshold: number) {
    this.#settings = settings;
    this.#tallies = Array.from({ length: parts }, () => settings.map(() => new MethodTally(threshold)));
  }

  /** Adds a page to a part; `say` runs once for each setting. */
  add(part: number, truth: NodeTruth, say: (setting: Setting) => Said): void {
    for (const [k, setting] of this.#settings.entries()) this.#tallies[part][k].add(truth, say(setting));
  }

  /** The figures of each setting on all pages. */
  all(): MethodFigures[] {
    return this.#settings.map((_, k) => MethodTally.pooled(this.#tallies.map((part) => part[k])));
  }

  /** @param isAllowed Settings to choose from; default all. */
  nested(
    goodness: (figures: MethodFigures) => number,
    isAllowed: (setting: Setting) => boolean = () => true,
  ): ChosenFigures<Setting> {
    const allowed = [...this.#settings.keys()].filter((k) => isAllowed(this.#settings[k]));
    const chosen = this.#tallies.map((_, part) => {
      const others = this.#tallies.filter((_, other) => other !== part);
      const scores = allowed.map((k) => goodness(MethodTally.pooled(others.map((tallies) => tallies[k]))));
      return allowed[scores.indexOf(Math.max(...scores))];
    });
    return {
      figures: MethodTally.pooled(this.#tallies.map((tallies, part) => tallies[chosen[part]])),
      chosen: chosen.map((k) => this.#settings[k]),
    };
  }
}
