/**
 * Trains the models of page types on the types of the WCXB pages, and measures them by cross-validation.
 *
 *     node page-types.mjs --data FOLDER [--write FILE] [--evidence FILE]
 *
 * Five folds by host, so that no site is on both sides; the strengths of the priors are chosen inside each training part, by the log
 * loss on one more fold. --evidence keeps what was read of the pages in a file, and reads it from there the next time. --write trains
 * on all pages instead and writes the weights as a TypeScript file. Run after a build.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "dehusk";
import { minimizeByDescent } from "dehusk/internal/learn";
import { pageTypeEvidenceOf, pageTypes, standardize, weighWords, wordFields } from "dehusk/internal/things";
import { readSet } from "./data-sets.mjs";
import { chancesOf, logitsOf, trainSoftmax } from "./softmax.mjs";

const { values } = parseArgs({
  options: { data: { type: "string" }, write: { type: "string" }, evidence: { type: "string" } },
});
const folds = 5;
/** Strengths to choose from: of the model of numbers, and of the models of words. */
const priors = { numbers: [0.02, 0.05], words: [1.5e-4, 3e-4, 6e-4] };
/** Words that a model may know: the most frequent ones that are on this many hosts. */
const mostWords = { names: 1000, headings: 1000, address: 300 };
const fewestHosts = 4;

const rows = await readRows();
const numberNames = Object.keys(rows[0].numbers);
const hosts = [...new Set(rows.map(({ host }) => host))].sort((a, b) => hashOf(a) - hashOf(b));
const foldOf = new Map(hosts.map((host, i) => [host, i % folds]));
const isIn = (fold) => (row) => foldOf.get(row.host) === fold;

if (values.write === undefined) crossValidate();
else writeFileSync(values.write, moduleOf(train(rows, choosePriors(rows, 0))));

function crossValidate() {
  const matrix = emptyMatrix();
  let logLoss = 0;
  for (let fold = 0; fold < folds; fold++) {
    const inside = rows.filter((row) => !isIn(fold)(row));
    const model = train(inside, choosePriors(inside, (fold + 1) % folds));
    logLoss += judgeAll(model, rows.filter(isIn(fold)), matrix);
  }
  report(matrix, logLoss);
}

async function readRows() {
  if (values.evidence !== undefined && existsSync(values.evidence))
    return readFileSync(values.evidence, "utf8").trim().split("\n").map(fromJson);
  const lines = (await readSet(values.data, "wcxb")).map(({ id, url, html, meta }) => {
    const { numbers, words } = pageTypeEvidenceOf(parse(html, { url: url ?? undefined }));
    const lists = Object.fromEntries(wordFields.map((field) => [field, [...words[field]]]));
    return JSON.stringify({ id, host: hostOf(url), kind: pageTypes.indexOf(meta.pageType), numbers, words: lists });
  });
  if (values.evidence !== undefined) writeFileSync(values.evidence, lines.join("\n"));
  return lines.map(fromJson);
}

function fromJson(line) {
  const row = JSON.parse(line);
  for (const field of wordFields) row.words[field] = new Map(row.words[field]);
  return row;
}

function hostOf(url) {
  return /^\w+:\/\/(?:www\.)?([^/]*)/.exec(url ?? "")?.[1] ?? "";
}

function hashOf(text) {
  let hash = 7;
  for (const char of text) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
  return Math.imul(hash, 2654435761) >>> 0;
}

/** The priors with the least log loss on a fold that the models were not trained on. */
function choosePriors(inside, fold) {
  const fit = inside.filter((row) => !isIn(fold)(row));
  const check = inside.filter(isIn(fold));
  const own = { numbers: priors.numbers.map((prior) => trainNumbers(fit, prior)) };
  for (const field of wordFields) own[field] = priors.words.map((prior) => trainWords(fit, field, prior));
  const best = {};
  let least = Number.POSITIVE_INFINITY;
  for (const [i, numbers] of priors.numbers.entries())
    for (const [j, words] of priors.words.entries()) {
      const model = {
        numbers: own.numbers[i],
        ...Object.fromEntries(wordFields.map((field) => [field, own[field][j]])),
      };
      const loss = judgeAll(model, check, emptyMatrix());
      if (loss >= least) continue;
      least = loss;
      Object.assign(best, { numbers, words });
    }
  return best;
}

function train(own, prior) {
  const model = { numbers: trainNumbers(own, prior.numbers) };
  for (const field of wordFields) model[field] = trainWords(own, field, prior.words);
  return model;
}

function trainNumbers(own, prior) {
  const mean = numberNames.map((name) => own.reduce((sum, { numbers }) => sum + numbers[name], 0) / own.length);
  const scale = numberNames.map((name, i) => {
    const variance = own.reduce((sum, { numbers }) => sum + (numbers[name] - mean[i]) ** 2, 0) / own.length;
    return variance < 1e-9 ? 0 : 1 / Math.sqrt(variance);
  });
  const inputOf = ({ numbers }) =>
    numberNames.map((name, i) => [i, standardize(numbers[name] ?? 0, mean[i], scale[i])]);
  return { mean, scale, inputOf, weights: fitted(own, inputOf, numberNames.length, prior) };
}

function trainWords(own, field, prior) {
  const counts = new Map();
  const hostsWith = new Map();
  for (const { words, host } of own)
    for (const word of words[field].keys()) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      hostsWith.set(word, (hostsWith.get(word) ?? new Set()).add(host));
    }
  const words = [...counts.keys()]
    .filter((word) => hostsWith.get(word).size >= fewestHosts)
    .sort((a, b) => counts.get(b) - counts.get(a) || (a < b ? -1 : 1))
    .slice(0, mostWords[field]);
  const vocabulary = { words, counts: words.map((word) => counts.get(word)), pages: own.length };
  const inputOf = (row) => weighWords(row.words[field], vocabulary);
  return { ...vocabulary, inputOf, weights: fitted(own, inputOf, words.length, prior) };
}

function fitted(own, inputOf, width, prior) {
  const truth = own.map(({ kind }) => kind);
  return trainSoftmax(own.map(inputOf), truth, {
    width,
    classes: pageTypes.length,
    prior,
    minimize: minimizeByDescent,
  });
}

/** The confusion counts, and the total log loss. */
function judgeAll(model, own, counts) {
  let loss = 0;
  for (const row of own) {
    const logits = pageTypes.map(() => 0);
    for (const { inputOf, weights } of Object.values(model))
      for (const [type, logit] of logitsOf(weights, inputOf(row)).entries()) logits[type] += logit;
    const chances = chancesOf(logits);
    counts[row.kind][chances.indexOf(Math.max(...chances))]++;
    loss -= Math.log(Math.max(1e-9, chances[row.kind]));
  }
  return loss;
}

function emptyMatrix() {
  return pageTypes.map(() => pageTypes.map(() => 0));
}

function f1Of(counts, type) {
  const given = counts.reduce((sum, row) => sum + row[type], 0);
  const wanted = counts[type].reduce((sum, count) => sum + count, 0);
  return given + wanted === 0 ? 1 : (2 * counts[type][type]) / (given + wanted);
}

function report(matrix, logLoss) {
  const line = (cells) => process.stdout.write(`| ${cells.join(" | ")} |\n`);
  line(["is \\ judged", ...pageTypes, "F1"]);
  line(["---", ...pageTypes.map(() => "--:"), "--:"]);
  for (const [i, row] of matrix.entries()) line([pageTypes[i], ...row, f1Of(matrix, i).toFixed(3)]);
  const right = matrix.reduce((sum, row, i) => sum + row[i], 0) / rows.length;
  const macroF1 = pageTypes.reduce((sum, _, type) => sum + f1Of(matrix, type), 0) / pageTypes.length;
  process.stdout.write(
    `\n${rows.length} pages, right ${right.toFixed(3)}, macro F1 ${macroF1.toFixed(3)}, log loss ${(logLoss / rows.length).toFixed(3)}\n`,
  );
}

function moduleOf({ numbers, ...fields }) {
  const short = (list, digits) => `[${Array.from(list, (value) => Number(value.toPrecision(digits))).join(",")}]`;
  const table = (weights) => `[\n${weights.map((own) => `      ${own},`).join("\n")}\n    ]`;
  const hundredths = (list) => `[${Array.from(list, (value) => Math.round(value * 100)).join(",")}]`;
  const words = Object.entries(fields).map(
    ([field, own]) => `  ${field}: {
    words: ${JSON.stringify(own.words.join(" "))},
    counts: ${short(own.counts, 6)},
    pages: ${own.pages},
    hundredths: ${table(own.weights.map(hundredths))},
  },`,
  );
  return `// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: the numbers are learned
// biome-ignore-all format: one line per type

/** Made by bench/page-types.mjs; not to be edited by hand. */
export const pageTypeWeights = {
  numbers: {
    names: ${JSON.stringify(numberNames)},
    mean: ${short(numbers.mean, 4)},
    scale: ${short(numbers.scale, 4)},
    weights: ${table(numbers.weights.map((list) => short(list, 3)))},
  },
${words.join("\n")}
};
`;
}
