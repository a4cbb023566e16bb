import { checkOptions, DehuskError, type OptionTable, toDigits } from "../../basics/index.ts";
import type { PageLevelModel, TrainingReport } from "../../detect/index.ts";
import { areaRange, areasOfBoxes, type JudgedNodes, judgedNodes, smoothingTree } from "../../detect/index.ts";
import { nodeFeatureNames, nodeFeatures, viewPage } from "../../features/index.ts";
import { type Boxes, estimateBoxes } from "../../layout/index.ts";
import {
  averagePrecision,
  calibrationError,
  probabilityOf,
  quantileKnots,
  quantileOf,
  rocAuc,
  type ScoredCases,
  seededRandom,
  shuffled,
} from "../../learn/index.ts";
import { type Page, sumOf } from "../../page/index.ts";
import { learnBorders } from "./area-borders.ts";
import { calibrate, fitAreas, heldOutLogits, trueWeights } from "./fit-areas.ts";
import { type LabelRule, labelPage, labelRules } from "./label-page.ts";
import { SitePages } from "./site-pages.ts";
import { type RowWeights, rowWeights, TrainingRows } from "./training-rows.ts";

export interface TrainOptions {
  /** Pages of a site to make rows from; all of its pages are counted. Default 10. */
  readonly pagesPerSite?: number | undefined;
  /** Weight of the L2 penalty. Default 0.015. */
  readonly l2?: number | undefined;
  /** Which nodes are labelled: "sure", the default, or all of them as in the paper ("paper"). */
  readonly labels?: LabelRule | undefined;
  /** How much nodes count: by their words, the default, or alike as in the paper ("nodes"). */
  readonly rowWeights?: RowWeights | undefined;
  /** Which nodes are learned from and judged: see `PageLevelModel`. Default "distinct"; "all" in the paper. */
  readonly judged?: JudgedNodes | undefined;
  /** Whether labels spare repeated words within other paragraphs, see `SiteOptions`. Default true. */
  readonly spareMixed?: boolean | undefined;
  /** Where boxes come from: estimated, or given with each page as Chromium renders it. Default "estimate". */
  readonly geometry?: Boxes["geometry"] | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /** Name of the model. Default "page-level". */
  readonly name?: string | undefined;
}

const defaults = {
  pagesPerSite: 10,
  l2: 0.015,
  labels: "sure" as LabelRule,
  rowWeights: "words" as RowWeights,
  judged: "distinct" as JudgedNodes,
  spareMixed: true as boolean,
  geometry: "estimate" as Boxes["geometry"],
  seed: 1,
  name: "page-level",
};
type ResolvedTrainOptions = typeof defaults;

const trainTable = {
  pagesPerSite: { type: "integer", min: 1 },
  l2: { type: "number", above: 0 },
  labels: { type: "choice", of: labelRules },
  rowWeights: { type: "choice", of: rowWeights },
  judged: { type: "choice", of: judgedNodes },
  spareMixed: { type: "boolean" },
  geometry: { type: "choice", of: ["estimate", "rendered"] },
  seed: { type: "integer", min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER },
  name: { type: "string" },
} as const satisfies OptionTable<TrainOptions>;

/** What a model's file says of its training: ways to differ from the default only where they do. */
function writtenOptions(options: ResolvedTrainOptions) {
  const { pagesPerSite, l2, labels, seed, name, rowWeights, spareMixed } = options;
  const changed = {
    ...(rowWeights !== defaults.rowWeights && { rowWeights }),
    ...(spareMixed !== defaults.spareMixed && { spareMixed }),
  };
  return { pagesPerSite, l2, labels, seed, name, ...changed };
}

/** Folds for the held-out report. */
const folds = 4;
const modelCount = 4;
/** Knots of a feature's scale: 33 did no better on labelled sets. */
const knotCount = 17;
/** Sample size for a feature's scale. */
const scaleSample = 50_000;

/**
 * Trains a page-level model (page-level template detection, section 5) from pages of many sites, without labels: what
 * repeats within a site is its template, the rest its content. The same sites in the same order give exactly the same
 * model.
 *
 * @example
 * const trainer = new PageLevelTrainer();
 * for (const site of sites) trainer.addSite(site.pages.map((html) => parse(html)));
 * const model = trainer.finish();
 */
export class PageLevelTrainer {
  readonly #rows: TrainingRows;
  readonly #options: ResolvedTrainOptions;
  #sites = 0;
  #counted = 0;

  /** @throws DehuskError `bad-option`. */
  constructor(options: TrainOptions = {}) {
    checkOptions(options, trainTable);
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    this.#options = { ...defaults, ...Object.fromEntries(given) };
    this.#rows = new TrainingRows(nodeFeatureNames.length, this.#options.rowWeights);
  }

  /** Sites with at least one page to train on. */
  get sites(): number {
    return this.#sites;
  }

  /** Adds the pages of one site. */
  addSite(pages: Iterable<Page>): void {
    const site = this.startSite();
    for (const page of pages) site.add(page);
    this.endSite(site);
  }

  /** The same page by page: pass each page to the site's `add`, then the site to `endSite`. */
  startSite(): SitePages {
    const { pagesPerSite, seed, spareMixed } = this.#options;
    return new SitePages(pagesPerSite, seededRandom(seed + this.#sites), { spareMixed });
  }

  endSite(site: SitePages): void {
    const { builder, kept } = site;
    this.#counted += builder.pages;
    if (builder.pages < 2) return;
    const templates = builder.finish();
    for (const page of kept) {
      const boxes = this.#boxesOf(site, page);
      const { nodes } = smoothingTree(page, areasOfBoxes(boxes), this.#options.judged);
      const byNode = labelPage(page, builder, templates, this.#options.labels);
      this.#rows.addPage(this.#sites, {
        rows: nodeFeatures(viewPage(page, boxes), nodes),
        labels: Int8Array.from(nodes, (node) => byNode[node]),
        areas: Float32Array.from(nodes, (node) => boxes.w[node] * boxes.h[node]),
        words: Float32Array.from(nodes, (node) => sumOf(page, page.sums.words, node)),
      });
    }
    this.#sites++;
  }

  #boxesOf({ boxes }: SitePages, page: Page): Boxes {
    const { geometry } = this.#options;
    const found = geometry === "estimate" ? estimateBoxes(page) : boxes.get(page);
    if (found?.geometry === geometry) return found;
    throw new DehuskError(
      "bad-input",
      "A model of rendered pages needs the boxes of each page as Chromium renders it.",
    );
  }

  /**
   * The model. Scales the rows in place, so nothing can be added afterwards.
   *
   * @throws DehuskError `bad-input` if there are too few sites to hold some out.
   */
  finish(onProgress: (step: string) => void = () => {}): PageLevelModel {
    if (this.#sites < folds) {
      throw new DehuskError("bad-input", `A model needs pages of at least ${folds} sites; there are ${this.#sites}.`);
    }
    const rows = this.#rows;
    const { l2, seed, name, geometry, judged } = this.#options;
    onProgress("scaling features");
    const scales = scaleRows(rows);
    const fold = foldsOf(rows, this.#sites, seed);
    onProgress("learning borders between areas");
    const heldOut = Uint8Array.from(fold, (f) => (f === 0 ? 1 : 0));
    const borders = learnBorders(rows, heldOut, modelCount, l2);
    const z = heldOutLogits(rows, borders, l2, fold, folds, (done) =>
      onProgress(`training without fold ${done + 1} of ${folds}`),
    );
    onProgress("training on all sites");
    const weights = trueWeights(rows);
    const { models, z: calibrated } = calibrate(
      fitAreas(rows, borders, l2, () => true),
      rows,
      borders,
      z,
      weights,
    );
    return {
      version: 1,
      kind: "dehusk-page-level-model",
      name,
      geometry,
      ...(judged !== defaults.judged && { judged }),
      features: nodeFeatureNames,
      scales,
      borders,
      areas: models.map(({ bias, weights }) => ({
        bias: toDigits(bias, 4),
        weights: weights.map((value) => toDigits(value, 4)),
      })),
      training: {
        ...writtenOptions(this.#options),
        sites: this.#sites,
        pages: this.#counted,
        pagesTrainedOn: rows.pages,
        nodes: rows.count,
        heldOut: reportOf(rows, borders, calibrated, weights),
      },
    };
  }
}

/** Replaces each value by its quantile and returns the knots. */
function scaleRows(rows: TrainingRows): number[][] {
  const { count, features } = rows;
  const step = Math.max(1, Math.floor(count / scaleSample));
  return Array.from({ length: features }, (_, f) => {
    const column = new Float32Array(Math.ceil(count / step));
    for (let k = 0; k < column.length; k++) column[k] = rows.rows[k * step * features + f];
    const knots = ascending(quantileKnots(column, knotCount).map((value) => toDigits(value, 4)));
    for (let at = f; at < count * features; at += features) rows.rows[at] = quantileOf(knots, rows.rows[at]);
    return knots;
  });
}

/** The knots without those that rounding made equal, and without non-finite ones. */
function ascending(knots: readonly number[]): number[] {
  const rising = knots.filter((knot, k) => Number.isFinite(knot) && knot !== knots[k - 1]);
  return rising.length > 0 ? rising : [0];
}

/** The fold of each row's site. */
function foldsOf(rows: TrainingRows, sites: number, seed: number): Uint8Array {
  const order = shuffled(
    Array.from({ length: sites }, (_, site) => site),
    seededRandom(seed),
  );
  const bySite = new Uint8Array(sites);
  for (const [place, site] of order.entries()) bySite[site] = place % folds;
  return Uint8Array.from({ length: rows.count }, (_, r) => bySite[rows.sites[r]]);
}

/** Quality on held-out sites. */
function reportOf(
  rows: TrainingRows,
  borders: readonly number[],
  z: Float32Array,
  weights: Float64Array,
): TrainingReport[] {
  const report: TrainingReport[] = [];
  for (let range = -1; range <= borders.length; range++) {
    const members: number[] = [];
    for (let r = 0; r < rows.count; r++) {
      if (range < 0 || areaRange(borders, rows.areas[r]) === range) members.push(r);
    }
    const cases: ScoredCases = {
      score: members.map((r) => probabilityOf(z[r])),
      label: members.map((r) => rows.labels[r]),
      weight: members.map((r) => weights[r]),
    };
    report.push({
      areas: range < 0 ? "all" : `from ${borders[range - 1] ?? 0} px² to below ${borders[range] ?? "∞"}`,
      nodes: members.length,
      rocAuc: figureOrNone(rocAuc(cases)),
      averagePrecision: figureOrNone(averagePrecision(cases)),
      calibrationError: figure(calibrationError(cases)),
    });
  }
  return report;
}

function figure(value: number): number {
  return Number(value.toFixed(4));
}

function figureOrNone(value: number): number | null {
  return Number.isNaN(value) ? null : figure(value);
}
