import { areaRange } from "../../detect/index.ts";
import { type LogisticModel, logit, trainLogistic } from "../../learn/index.ts";
import type { TrainingRows } from "./training-rows.ts";

/** A model for each range of areas, trained on the rows that `isChosen` lets through. */
export function fitAreas(
  rows: TrainingRows,
  borders: readonly number[],
  l2: number,
  isChosen: (row: number) => boolean,
): LogisticModel[] {
  const members: number[][] = Array.from({ length: borders.length + 1 }, () => []);
  for (let r = 0; r < rows.count; r++) {
    if (isChosen(r)) members[areaRange(borders, rows.areas[r])].push(r);
  }
  const { labels, weights, features } = rows;
  return members.map((list) =>
    trainLogistic({ rows: rows.rows, features, chosen: Uint32Array.from(list), labels, weights, l2 }),
  );
}

/** For each row, the z of models not trained on its site. */
export function heldOutLogits(
  rows: TrainingRows,
  borders: readonly number[],
  l2: number,
  fold: Uint8Array,
  folds: number,
  onFold: (done: number) => void,
): Float32Array {
  const z = new Float32Array(rows.count);
  for (let f = 0; f < folds; f++) {
    onFold(f);
    const models = fitAreas(rows, borders, l2, (r) => fold[r] !== f);
    for (let r = 0; r < rows.count; r++) {
      if (fold[r] !== f) continue;
      const model = models[areaRange(borders, rows.areas[r])];
      z[r] = logit(model, rows.rows, r * rows.features);
    }
  }
  return z;
}

/**
 * Platt scaling: a and b for each range of areas such that σ(a·z + b) best matches how often nodes of held-out sites
 * are templates. As models are linear, it is folded into their weights.
 *
 * @param weights Weight of each row, see `trueWeights`.
 */
export function calibrate(
  models: readonly LogisticModel[],
  rows: TrainingRows,
  borders: readonly number[],
  z: Float32Array,
  weights: Float64Array,
): { models: LogisticModel[]; z: Float32Array } {
  const calibrated = new Float32Array(rows.count);
  const scaled = models.map((model, range) => {
    const list: number[] = [];
    for (let r = 0; r < rows.count; r++) if (areaRange(borders, rows.areas[r]) === range) list.push(r);
    const { labels } = rows;
    const fit = trainLogistic({ rows: z, features: 1, chosen: Uint32Array.from(list), labels, weights, l2: 1e-6 });
    // A model that learned nothing that generalizes is not inverted: it gives the base rate.
    const holds = fit.weights[0] > 0;
    const a = holds ? fit.weights[0] : 0;
    const b = holds ? fit.bias : baseLogit(list, labels, weights);
    for (const r of list) calibrated[r] = a * z[r] + b;
    return { bias: a * model.bias + b, weights: model.weights.map((weight) => a * weight) };
  });
  return { models: scaled, z: calibrated };
}

/** Log-odds of a template, ignoring the node; with a tiny prior for either class. */
function baseLogit(list: readonly number[], labels: Uint8Array, weights: Float64Array): number {
  let templates = 1e-6;
  let others = 1e-6;
  for (const r of list) {
    if (labels[r] === 1) templates += weights[r];
    else others += weights[r];
  }
  return Math.log(templates / others);
}

/** Share of the unlabelled nodes taken for templates: chosen on the node-labelled sets, of 0, ⅓, ½ and 1. */
const unknownTemplates = 1 / 3;

/**
 * The rows' weights, with those of templates raised for the unlabelled nodes: what is on a few pages, or outside the
 * main part, is often template, and ignoring it would make templates seem rarer than they are.
 */
export function trueWeights(rows: TrainingRows): Float64Array {
  let templates = 0;
  for (let r = 0; r < rows.count; r++) if (rows.labels[r] === 1) templates += rows.weights[r];
  const raise = templates > 0 ? 1 + (unknownTemplates * rows.unknownWeight) / templates : 1;
  return Float64Array.from({ length: rows.count }, (_, r) => rows.weights[r] * (rows.labels[r] === 1 ? raise : 1));
}
