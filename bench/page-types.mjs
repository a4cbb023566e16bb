/**
 * Trains the model of page types on the types of the WCXB pages, and measures it by cross-validation.
 *
 *     node page-types.mjs --data FOLDER [--write FILE] [--features FILE]
 *
 * Five folds by host, so that no site is on both sides; the strength of the prior is chosen inside each training part.
 * --features keeps what was read of the pages in a file, and reads it from there the next time. --write trains on all
 * pages and writes the weights as a TypeScript file. Run after a build.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readSet } from "./data-sets.mjs";

const { values } = parseArgs({
  options: { data: { type: "string" }, write: { type: "string" }, features: { type: "string" } },
});
const types = ["article", "collection", "documentation", "forum", "listing", "product", "service"];
const folds = 5;
const priors = [0.003, 0.01, 0.03];

const rows = await readRows();
const names = Object.keys(rows[0].f);
const hosts = [...new Set(rows.map(({ url }) => hostOf(url)))].sort((a, b) => hashOf(a) - hashOf(b));
const foldOf = new Map(hosts.map((host, i) => [host, i % folds]));

const matrix = types.map(() => types.map(() => 0));
let logLoss = 0;
for (let fold = 0; fold < folds; fold++) {
  const inside = rows.filter(({ url }) => foldOf.get(hostOf(url)) !== fold);
  const outside = rows.filter(({ url }) => foldOf.get(hostOf(url)) === fold);
  const inner = (fold + 1) % folds;
  const fit = inside.filter(({ url }) => foldOf.get(hostOf(url)) !== inner);
  const check = inside.filter(({ url }) => foldOf.get(hostOf(url)) === inner);
  const scores = priors.map((prior) => macroF1(confusion(train(fit, prior), check)));
  const model = train(inside, priors[scores.indexOf(Math.max(...scores))]);
  for (const row of outside) {
    const chances = judge(model, row.f);
    matrix[types.indexOf(row.kind)][chances.indexOf(Math.max(...chances))]++;
    logLoss -= Math.log(Math.max(1e-9, chances[types.indexOf(row.kind)]));
  }
}
report();
if (values.write !== undefined) writeFileSync(values.write, moduleOf(train(rows, 0.01)));

async function readRows() {
  if (values.features !== undefined && existsSync(values.features))
    return readFileSync(values.features, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  const { parse } = await import("dehusk");
  const { pageTypeFeaturesOf } = await import("dehusk/internal/things");
  const read = (await readSet(values.data, "wcxb")).map(({ id, url, html, meta }) => ({
    ...{ id, url, kind: meta.page_type },
    f: pageTypeFeaturesOf(parse(html, { url: url ?? undefined })),
  }));
  if (values.features !== undefined) writeFileSync(values.features, read.map((row) => JSON.stringify(row)).join("\n"));
  return read;
}

function hostOf(url) {
  return /^\w+:\/\/(?:www\.)?([^/]*)/.exec(url ?? "")?.[1] ?? "";
}

function hashOf(text) {
  let hash = 7;
  for (const char of text) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
  return Math.imul(hash, 2654435761) >>> 0;
}

/** Softmax regression by Adam on all rows at once; rare types weigh more, by the root of how rare they are. */
function train(own, prior) {
  const width = names.length;
  const mean = names.map((name) => own.reduce((sum, { f }) => sum + f[name], 0) / own.length);
  const scale = names.map((name, i) => {
    const variance = own.reduce((sum, { f }) => sum + (f[name] - mean[i]) ** 2, 0) / own.length;
    return variance < 1e-9 ? 0 : 1 / Math.sqrt(variance);
  });
  const model = { mean, scale, weights: types.map(() => new Float64Array(width + 1)) };
  const inputs = own.map(({ f }) => standard(model, f));
  const truth = own.map(({ kind }) => types.indexOf(kind));
  const shares = types.map((_, type) => truth.filter((kind) => kind === type).length / own.length);
  const importance = truth.map((kind) => 1 / Math.sqrt(Math.max(1e-3, shares[kind]) * types.length));
  const first = types.map(() => new Float64Array(width + 1));
  const second = types.map(() => new Float64Array(width + 1));
  for (let round = 1; round <= 250; round++) {
    const gradient = types.map((_, type) => model.weights[type].map((weight, i) => (i === width ? 0 : prior * weight)));
    for (const [row, input] of inputs.entries()) {
      const chances = softmax(model.weights, input);
      for (let type = 0; type < types.length; type++) {
        const error = ((chances[type] - (type === truth[row] ? 1 : 0)) * importance[row]) / own.length;
        const target = gradient[type];
        for (let i = 0; i <= width; i++) target[i] += error * input[i];
      }
    }
    for (let type = 0; type < types.length; type++)
      for (let i = 0; i <= width; i++) {
        const slope = gradient[type][i];
        first[type][i] = 0.9 * first[type][i] + 0.1 * slope;
        second[type][i] = 0.999 * second[type][i] + 0.001 * slope * slope;
        const step = first[type][i] / (1 - 0.9 ** round);
        model.weights[type][i] -= (0.05 * step) / (Math.sqrt(second[type][i] / (1 - 0.999 ** round)) + 1e-8);
      }
  }
  return model;
}

function standard({ mean, scale }, features) {
  const input = new Float64Array(names.length + 1);
  for (const [i, name] of names.entries()) input[i] = Math.max(-4, Math.min(4, (features[name] - mean[i]) * scale[i]));
  input[names.length] = 1;
  return input;
}

function softmax(weights, input) {
  const logits = weights.map((own) => {
    let sum = 0;
    for (let i = 0; i < input.length; i++) sum += own[i] * input[i];
    return sum;
  });
  const top = Math.max(...logits);
  const odds = logits.map((logit) => Math.exp(logit - top));
  const all = odds.reduce((sum, value) => sum + value, 0);
  return odds.map((value) => value / all);
}

function judge(model, features) {
  return softmax(model.weights, standard(model, features));
}

function confusion(model, own) {
  const counts = types.map(() => types.map(() => 0));
  for (const { kind, f } of own) {
    const chances = judge(model, f);
    counts[types.indexOf(kind)][chances.indexOf(Math.max(...chances))]++;
  }
  return counts;
}

function f1Of(counts, type) {
  const given = counts.reduce((sum, row) => sum + row[type], 0);
  const wanted = counts[type].reduce((sum, count) => sum + count, 0);
  return given + wanted === 0 ? 1 : (2 * counts[type][type]) / (given + wanted);
}

function macroF1(counts) {
  return types.reduce((sum, _, type) => sum + f1Of(counts, type), 0) / types.length;
}

function report() {
  const line = (cells) => process.stdout.write(`| ${cells.join(" | ")} |\n`);
  line(["is \\ judged", ...types, "F1"]);
  line(["---", ...types.map(() => "--:"), "--:"]);
  for (const [i, row] of matrix.entries()) line([types[i], ...row, f1Of(matrix, i).toFixed(3)]);
  const right = matrix.reduce((sum, row, i) => sum + row[i], 0) / rows.length;
  process.stdout.write(
    `\n${rows.length} pages, right ${right.toFixed(3)}, macro F1 ${macroF1(matrix).toFixed(3)}, log loss ${(logLoss / rows.length).toFixed(3)}\n`,
  );
}

function moduleOf({ mean, scale, weights }) {
  const short = (list) => `[${Array.from(list, (value) => Number(value.toPrecision(4))).join(", ")}]`;
  return `// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: the numbers are learned

/** Made by bench/page-types.mjs; not to be edited by hand. */
export const pageTypeWeights = {
  names: ${JSON.stringify(names)},
  mean: ${short(mean)},
  scale: ${short(scale)},
  weights: [
${weights.map((own) => `    ${short(own)},`).join("\n")}
  ],
};
`;
}
