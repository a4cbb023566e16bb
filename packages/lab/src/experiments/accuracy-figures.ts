import {
  type Penalty,
  pageLevelModel,
  penaltyNames,
  type ScoredPage,
  scorePage,
  smoothPage,
} from "dehusk/internal/detect";
import type { calibrationBins } from "dehusk/internal/learn";
import { filledScores, groupsOfEqual, labelledLeaves, mergedGroups, mergedValues, trueGroups } from "../leaf-groups.ts";
import type { NodeTruth } from "../node-truth.ts";
import type { MeasuredThing } from "../template-tally.ts";
import {
  type ChosenFigures,
  type CurveFigures,
  type Gain,
  gainOver,
  type MethodFigures,
  MethodTally,
  NestedTallies,
} from "./method-tally.ts";

/** All figures of one set. */
export interface SetFigures {
  readonly pages: number;
  readonly words: number;
  /** Shares of shown characters that were aligned with the annotated page, and that have a label. */
  readonly aligned: number;
  readonly known: number;
  readonly basic: MethodFigures;
  readonly smooth: MethodFigures;
  readonly curves: Record<"basic" | "smooth", Record<MeasuredThing, CurveFigures>>;
  /** Share of template words against scores. */
  readonly calibration: Record<"basic" | "smooth", ReturnType<typeof calibrationBins>>;
  /** The gain in F of text by smoothing with the defaults, over Basic. */
  readonly smoothGain: Gain;
  /** Chosen settings; undefined where nothing is chosen. */
  readonly nested: NestedFigures | undefined;
}

/** Figures with settings chosen on the other parts of the set, and a reference for the possible gain. */
export interface NestedFigures {
  /** The true sections, each with the mean score of its leaves: smoothing with perfect sections. */
  readonly trueSections: MethodFigures;
  readonly trueSectionsGain: Gain;
  /** Basic + Merge, δ chosen for the F of text; and for the adjusted Rand index. */
  readonly merge: ChosenFigures<number>;
  readonly mergeForRand: ChosenFigures<number>;
  /** Smoothing, its penalty, limit and weighting chosen for the F of text. */
  readonly smooth: ChosenFigures<SmoothSetting>;
  /** For each kind of penalty, its factor chosen for the F of text and for the adjusted Rand index. */
  readonly penalties: Readonly<Record<Penalty, { readonly text: NestedPenalty; readonly rand: NestedPenalty }>>;
  /** The default kind of penalty at each of {@link penaltyScales}, on all pages: figures 2 and 3. */
  readonly sweep: readonly MethodFigures[];
}

type NestedPenalty = ChosenFigures<SmoothSetting>;

/** A setting of smoothing. */
export interface SmoothSetting {
  readonly penalty: Penalty;
  /** Times 0.01, the paper's constant. */
  readonly scale: number;
  readonly most: number;
  readonly weighting: "text" | "nodes";
}

/** Factors of the default penalty: the x-axes of figures 2 and 3. */
export const penaltyScales = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100] as const;

const defaultFactor = 0.01;
const defaultMost = 0.7;

const deltas = Array.from({ length: 100 }, (_, i) => (i + 1) / 100);

/** Each kind of penalty at each factor, which multiplies the limit, too. */
const scaled = penaltyNames.flatMap((penalty) =>
  penaltyScales.map((scale): SmoothSetting => ({ penalty, scale, most: defaultMost * scale, weighting: "text" })),
);

/** The default kind of penalty with other limits and weightings; the paper's is among them. */
const others = (["text", "nodes"] as const).flatMap((weighting) =>
  [0.2, 0.7, 2, 5, Number.POSITIVE_INFINITY].flatMap((most) =>
    [0.1, 1, 10].map((scale): SmoothSetting => ({ penalty: "area", scale, most, weighting })),
  ),
);

const smoothSettings: readonly SmoothSetting[] = [...scaled, ...others];

/** Parts of a set. */
const parts = 10;

/** Sums up the pages of one set; each is scored once. */
export class AccuracyFigures {
  /** By part. */
  readonly #basic: readonly MethodTally[];
  readonly #smooth: readonly MethodTally[];
  readonly #trueSections: readonly MethodTally[];
  readonly #merged: NestedTallies<number>;
  readonly #smoothed: NestedTallies<SmoothSetting>;
  readonly #shipped: boolean;
  readonly #hosts = new Map<string, number>();
  #pages = 0;
  #words = 0;
  #characters = 0;
  #aligned = 0;
  #known = 0;

  /** @param shipped Measure the defaults alone, and choose nothing. */
  constructor(threshold: number, shipped: boolean) {
    this.#shipped = shipped;
    const tallies = () => Array.from({ length: parts }, () => new MethodTally(threshold));
    this.#basic = tallies();
    this.#smooth = tallies();
    this.#trueSections = tallies();
    this.#merged = new NestedTallies(shipped ? [] : deltas, parts, threshold);
    this.#smoothed = new NestedTallies(shipped ? [] : smoothSettings, parts, threshold);
  }

  add(truth: NodeTruth): void {
    const { page } = truth;
    const leaves = labelledLeaves(truth);
    const groups = trueGroups(truth, leaves);
    const scored: ScoredPage = scorePage(page, { model: pageLevelModel });
    const part = this.#partOf(page.url);
    this.#pages++;
    this.#words += truth.knownWords[page.size];
    const characters = page.sums.characters[page.size];
    this.#characters += characters;
    this.#aligned += truth.aligned * characters;
    this.#known += truth.knownCharacters[page.size];

    const smoothed = (options: Parameters<typeof smoothPage>[1]) => {
      const { templateness, section } = smoothPage(scored, options);
      return { value: templateness, groups, found: leaves.map((leaf) => section[leaf]) };
    };
    this.#smoothed.add(part, truth, ({ penalty, scale, most, weighting }) =>
      smoothed({ penalty, penaltyFactor: defaultFactor * scale, penaltyMost: most, weighting }),
    );
    this.#smooth[part].add(truth, smoothed({}));
    const raw = filledScores(page, smoothPage(scored, {}).score);
    this.#basic[part].add(truth, { value: raw, groups, found: groupsOfEqual(page, raw, leaves) });
    this.#trueSections[part].add(truth, { value: mergedValues(raw, leaves, groups), groups, found: groups });
    this.#merged.add(part, truth, (delta) => {
      const found = mergedGroups(raw, leaves, delta);
      return { value: mergedValues(raw, leaves, found), groups, found };
    });
  }

  /** Pages of one host are in one part; a page without an address is a host of its own. */
  #partOf(url: string | undefined): number {
    const host = url === undefined ? `page ${this.#pages}` : new URL(url).hostname;
    const known = this.#hosts.get(host) ?? this.#hosts.size;
    this.#hosts.set(host, known);
    return known % parts;
  }

  figures(): SetFigures {
    return {
      pages: this.#pages,
      words: this.#words,
      aligned: this.#aligned / Math.max(1, this.#characters),
      known: this.#known / Math.max(1, this.#characters),
      basic: MethodTally.pooled(this.#basic),
      smooth: MethodTally.pooled(this.#smooth),
      curves: { basic: MethodTally.curves(this.#basic), smooth: MethodTally.curves(this.#smooth) },
      calibration: { basic: MethodTally.calibration(this.#basic), smooth: MethodTally.calibration(this.#smooth) },
      smoothGain: this.#gain(this.#smooth),
      nested: this.#shipped ? undefined : this.#nested(),
    };
  }

  /** In F of text, over Basic. */
  #gain(tallies: readonly MethodTally[]): Gain {
    return gainOver(tallies, this.#basic, ({ text }) => text.f);
  }

  #nested(): NestedFigures {
    const text = (figures: MethodFigures): number => figures.text.f;
    const rand = (figures: MethodFigures): number => figures.adjustedRand;
    const isScaled = new Set(scaled);
    const penalties = penaltyNames.map((name) => {
      const isOf = (setting: SmoothSetting): boolean => isScaled.has(setting) && setting.penalty === name;
      const chosenBy = (goodness: typeof text) => this.#smoothed.nested(goodness, this.#basic, isOf);
      return [name, { text: chosenBy(text), rand: chosenBy(rand) }];
    });
    const from = penaltyNames.indexOf("area") * penaltyScales.length;
    return {
      trueSections: MethodTally.pooled(this.#trueSections),
      trueSectionsGain: this.#gain(this.#trueSections),
      merge: this.#merged.nested(text, this.#basic),
      mergeForRand: this.#merged.nested(rand, this.#basic),
      smooth: this.#smoothed.nested(text, this.#basic),
      penalties: Object.fromEntries(penalties) as NestedFigures["penalties"],
      sweep: this.#smoothed.all().slice(from, from + penaltyScales.length),
    };
  }
}
