import { logit, trainLogistic } from "../../learn/index.ts";
import type { TrainingRows } from "./training-rows.ts";

/** Most rows to learn the borders from: more are not needed, and each range of areas is tried. */
const maxRows = 24_000;

/** Equal shares of the nodes that the borders are chosen between. */
const stretches = 8;

/**
 * Learns which areas separate the models: of all ways to place the borders between eight equal shares of the nodes, the
 * one whose models have the least loss on held-out sites. Gives fewer models if the nodes have so few distinct areas
 * that borders would coincide.
 *
 * @param rows With scaled features.
 * @param heldOut 1 for the rows to measure losses on.
 */
export function learnBorders(rows: TrainingRows, heldOut: Uint8Array, models: number, l2: number): number[] {
  const step = Math.max(1, Math.floor(rows.count / maxRows));
  const sample: number[] = [];
  for (let r = 0; r < rows.count; r += step) sample.push(r);
  sample.sort((a, b) => rows.areas[a] - rows.areas[b]);
  const cuts = Array.from({ length: stretches + 1 }, (_, k) => Math.round((k * sample.length) / stretches));
  const areaAt = cuts.map((cut) => Math.round(rows.areas[sample[cut]] ?? Number.POSITIVE_INFINITY));
  // least[m][k]: least loss of m models over the first k stretches; from[m][k]: where the last of them starts.
  const least = [[0, ...new Array<number>(stretches).fill(Number.POSITIVE_INFINITY)]];
  const from: number[][] = [[]];
  const losses = new Map<number, number>();
  for (let m = 1; m <= models; m++) {
    least.push(new Array<number>(stretches + 1).fill(Number.POSITIVE_INFINITY));
    from.push(new Array<number>(stretches + 1).fill(0));
    for (let k = m; k <= stretches; k++) {
      for (let j = m - 1; j < k; j++) {
        const before = least[m - 1]?.[j];
        if (before === Number.POSITIVE_INFINITY || (j > 0 && areaAt[j] === areaAt[k])) continue;
        const loss = before + lossBetween(j, k);
        if (loss < least[m]?.[k]) {
          least[m][k] = loss;
          from[m][k] = j;
        }
      }
    }
  }
  const borders: number[] = [];
  let most = models;
  while (most > 1 && least[most]?.[stretches] === Number.POSITIVE_INFINITY) most--;
  for (let m = most, k = stretches; m > 1; m--) {
    k = from[m]?.[k];
    borders.unshift(areaAt[k]);
  }
  return borders;

  function lossBetween(j: number, k: number): number {
    const key = j * (stretches + 1) + k;
    let loss = losses.get(key);
    if (loss === undefined) {
      loss = heldOutLoss(rows, sample.slice(cuts[j], cuts[k]), heldOut, l2);
      losses.set(key, loss);
    }
    return loss;
  }
}

function heldOutLoss(rows: TrainingRows, members: readonly number[], heldOut: Uint8Array, l2: number): number {
  const chosen = Uint32Array.from(members.filter((r) => heldOut[r] === 0));
  const { labels, weights, features } = rows;
  const model = trainLogistic({ rows: rows.rows, features, chosen, labels, weights, l2 });
  let loss = 0;
  for (const r of members) {
    if (heldOut[r] === 0) continue;
    const z = logit(model, rows.rows, r * features);
    const wrong = labels[r] === 1 ? -z : z;
    loss += weights[r] * (wrong > 0 ? wrong + Math.log1p(Math.exp(-wrong)) : Math.log1p(Math.exp(wrong)));
  }
  return loss;
}
