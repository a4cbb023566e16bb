import { averagePrecision, calibrationBins, rocAuc, type ScoredCases } from "dehusk/internal/learn";
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

/** A method's answer for a page: a value for each node, and the true and the found groups of its leaves. */
export interface Said {
  readonly value: Float64Array;
  readonly groups: Int32Array;
  readonly found: Int32Array;
}

/** Sums up a method's answers for some pages. */
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

  /** Curves over the pages of several tallies. */
  static curves(tallies: readonly MethodTally[]): Record<MeasuredThing, CurveFigures> {
    const list = measuredThings.map((thing) => {
      const cases = MethodTally.#cases(tallies, thing);
      return [thing, { rocAuc: rocAuc(cases), averagePrecision: averagePrecision(cases) }];
    });
    return Object.fromEntries(list) as Record<MeasuredThing, CurveFigures>;
  }

  static calibration(tallies: readonly MethodTally[]): ReturnType<typeof calibrationBins> {
    return calibrationBins(MethodTally.#cases(tallies, "text"));
  }

  static #cases(tallies: readonly MethodTally[], thing: MeasuredThing): ScoredCases {
    const cases = tallies.map((tally) => tally.#template.cases(thing));
    return {
      score: cases.flatMap(({ score }) => Array.from(score)),
      label: cases.flatMap(({ label }) => Array.from(label)),
      weight: cases.flatMap(({ weight }) => Array.from(weight ?? [])),
    };
  }
}

/** A difference with its standard error. */
export interface Gain {
  readonly gain: number;
  readonly error: number;
}

/**
 * How much better one method is than another on the same parts of the pages. The standard error comes from leaving out one part
 * at a time (jackknife), since pages of a host are alike: a part has whole hosts.
 */
export function gainOver(
  first: readonly MethodTally[],
  second: readonly MethodTally[],
  goodness: (figures: MethodFigures) => number,
): Gain {
  const differenceOf = (isUsed: (part: number) => boolean): number => {
    const [a, b] = [first, second].map((tallies) => goodness(MethodTally.pooled(tallies.filter((_, k) => isUsed(k)))));
    return a - b;
  };
  const without = first.map((_, part) => differenceOf((other) => other !== part));
  const mean = without.reduce((sum, each) => sum + each, 0) / without.length;
  const squares = without.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return { gain: differenceOf(() => true), error: Math.sqrt((squares * (without.length - 1)) / without.length) };
}

/** A method with its setting chosen on other pages. */
export interface ChosenFigures<Setting> {
  readonly figures: MethodFigures;
  /** What was chosen for each part of the pages. */
  readonly chosen: readonly Setting[];
  /** The gain over the method it is compared with, by the measure the setting was chosen for. */
  readonly gain: Gain;
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

  /**
   * @param over A method to compare with, by part.
   * @param isAllowed Settings to choose from; default all.
   */
  nested(
    goodness: (figures: MethodFigures) => number,
    over: readonly MethodTally[],
    isAllowed: (setting: Setting) => boolean = () => true,
  ): ChosenFigures<Setting> {
    const allowed = [...this.#settings.keys()].filter((k) => isAllowed(this.#settings[k]));
    const chosen = this.#tallies.map((_, part) => {
      const others = this.#tallies.filter((_, other) => other !== part);
      const scores = allowed.map((k) => goodness(MethodTally.pooled(others.map((tallies) => tallies[k]))));
      return allowed[scores.indexOf(Math.max(...scores))];
    });
    const tallies = this.#tallies.map((settings, part) => settings[chosen[part]]);
    return {
      figures: MethodTally.pooled(tallies),
      chosen: chosen.map((k) => this.#settings[k]),
      gain: gainOver(tallies, over, goodness),
    };
  }
}
