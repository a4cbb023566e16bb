/**
 * Times random forests: training with one thread and with two, and prediction.
 *
 * Bounds (with --assert a broken bound gives exit code 1): two threads take less than 0.6 of the time of one; 100,000
 * rows are predicted in less than 1 s for each 100 trees; both trainings give the same forest, to the byte.
 */

import { parseArgs } from "node:util";
import { packForest, predictForest } from "dehusk/internal/learn";
import { trainForestInWorkers } from "dehusk/internal/train";
import { fixed, table } from "./report/table.mjs";
import { randomFrom } from "./seeded-random.mjs";
import { median } from "./summarise.mjs";

const BOUNDS = { twoThreads: 0.6, predictionSeconds: 1 };
const PREDICTED = 100_000;
const ROUNDS = 5;

const USAGE = `Usage: node forest.mjs [--rows N] [--features N] [--trees N] [--assert]

  --rows N      rows to train on (default 1000000)
  --features N  binary features of each row, at least 10 (default 100)
  --trees N     trees of the forest (default 100)
  --assert      exit code 1 when a bound is broken
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      rows: { type: "string", default: "1000000" },
      features: { type: "string", default: "100" },
      trees: { type: "string", default: "100" },
      assert: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  for (const [key, least] of Object.entries({ rows: 1, features: 10, trees: 1 })) {
    if (!(Number.isInteger(Number(values[key])) && Number(values[key]) >= least)) {
      throw new Error(`--${key} is "${values[key]}", expected a whole number of at least ${least}`);
    }
  }
  return values;
}

/** Rows whose features are set more or less often, with labels that depend on ten of them and on chance. */
function makeProblem(count, features) {
  const random = randomFrom(1);
  const stride = (features + 31) >>> 5;
  const words = new Uint32Array(new SharedArrayBuffer(4 * count * stride));
  const labels = new Uint8Array(count);
  const shares = Array.from({ length: features }, () => 0.1 + 0.8 * random());
  for (let r = 0; r < count; r++) {
    const start = r * stride;
    for (let f = 0; f < features; f++) if (random() < shares[f]) words[start + (f >>> 5)] |= 1 << (f & 31);
    const has = (tenth) => {
      const f = Math.floor((tenth * features) / 10);
      return (words[start + (f >>> 5)] >>> (f & 31)) & 1;
    };
    const alone = 6 * has(0) - 4 * has(1) + 3 * has(2) - 2 * has(3) - 1;
    const together = 4 * has(4) * has(5) - 6 * has(6) * has(7) + 2 * (has(8) ^ has(9));
    labels[r] = random() < 1 / (1 + Math.exp(-alone - together)) ? 1 : 0;
  }
  return { rows: { count, features, words }, labels };
}

async function measure({ rows, features, trees }) {
  const problem = makeProblem(rows, features);
  const options = { seed: 1, trees };
  // Both start threads, so that only their number differs.
  const seconds = {};
  const trained = {};
  for (const workers of [1, 2]) {
    const start = performance.now();
    trained[workers] = await trainForestInWorkers(problem, options, workers);
    seconds[workers] = (performance.now() - start) / 1000;
  }
  const isSame = JSON.stringify(packForest(trained[1].forest)) === JSON.stringify(packForest(trained[2].forest));
  const { forest, outOfBagError } = trained[1];
  const predicted = makeProblem(PREDICTED, features).rows;
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    predictForest(forest, predicted);
    return (performance.now() - start) / 1000;
  });
  return { seconds, isSame, outOfBagError, prediction: median(times), nodes: forest.feature.length };
}

function report({ rows, features, trees }, { seconds, isSame, outOfBagError, prediction, nodes }) {
  const thousands = (value) => value.toLocaleString("en");
  console.log(
    `${thousands(rows)} rows of ${features} features, ${trees} trees of ${thousands(Math.round(nodes / trees))}`,
  );
  console.log(`nodes on average, out-of-bag error ${fixed(outOfBagError, 4)}\n`);
  const lines = [
    ["training, one thread", fixed(seconds[1], 1)],
    ["training, two threads", fixed(seconds[2], 1)],
    [`prediction of ${thousands(PREDICTED)} rows, median of ${ROUNDS}`, fixed(prediction, 2)],
  ];
  console.log(table(["", "s"], lines));
  const ratio = seconds[2] / seconds[1];
  const perHundred = (prediction * 100) / trees;
  const checks = [
    ["time of two threads to one, under", ratio, BOUNDS.twoThreads, ratio < BOUNDS.twoThreads],
    [
      "seconds of prediction for 100 trees, under",
      perHundred,
      BOUNDS.predictionSeconds,
      perHundred < BOUNDS.predictionSeconds,
    ],
    ["forests that differ, at most", Number(!isSame), 0, isSame],
  ].map(([what, value, bound, holds]) => [what, fixed(value, 2), String(bound), holds ? "holds" : "BROKEN"]);
  console.log(`\n${table(["", "measured", "bound", ""], checks)}`);
  return checks.every((check) => check.at(-1) === "holds");
}

try {
  const options = readOptions();
  if (options.help) console.error(USAGE);
  else {
    const sizes = { rows: Number(options.rows), features: Number(options.features), trees: Number(options.trees) };
    const holds = report(sizes, await measure(sizes));
    if (options.assert && !holds) process.exitCode = 1;
  }
} catch (error) {
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
