/**
 * Times isotonic smoothing: against the paper's program over all pairs of nodes, as trees grow, and on chains.
 *
 * Bounds (with --assert a broken bound gives exit code 1): 10,000 DOM-shaped nodes at least 30 times faster than the grid
 * program; ten times the nodes take less than 20 times the time; a chain of 100,000 nodes at most 60 times what a
 * DOM-shaped tree of that size takes; memory is linear: at most 500 bytes a node at 100,000 nodes and at 300,000.
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { smoothScores } from "dehusk";
import { gridSmoothing } from "./grid-smoothing.mjs";
import { fixed, table } from "./report/table.mjs";
import { chain, domShaped } from "./smoothing-trees.mjs";
import { median } from "./summarise.mjs";

const BOUNDS = { grid: 30, growth: 20, chain: 60, bytes: 500 };

const USAGE = `Usage: node smooth.mjs [--rounds N] [--assert]

  --rounds N  timed rounds of each tree (default 9; large trees get fewer)
  --assert    exit code 1 when a bound is broken
`;

/** Median milliseconds of some runs, and the last result. */
function time(run, rounds) {
  const times = [];
  let result;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    result = run();
    times.push(performance.now() - start);
  }
  return { ms: median(times), result };
}

/** Bytes per node that smoothing such a tree takes. */
function bytesPerNode(shape, size) {
  const program = fileURLToPath(new URL("smooth-memory.mjs", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, shape, String(size)], { encoding: "utf8" });
  if (status !== 0) throw new Error(`smooth-memory.mjs failed: ${stderr}`);
  return JSON.parse(stdout).bytes / size;
}

/** Each measurement with its bound: [what, value, bound, whether it holds]. */
function measure(rounds) {
  for (let i = 0; i < 30; i++) smoothScores(domShaped(1000 + 100 * i, i));
  gridSmoothing(domShaped(1000));
  const few = Math.max(1, Math.round(rounds / 3));
  const rows = [];
  const times = {};
  for (const size of [1000, 3000, 10_000, 100_000, 300_000]) {
    const problem = domShaped(size);
    times[size] = time(() => smoothScores(problem), size > 100_000 ? few : rounds).ms;
    rows.push([`DOM-shaped, ${size.toLocaleString("en")} nodes`, times[size]]);
  }
  const problem = domShaped(10_000);
  const grid = time(() => gridSmoothing(problem), few);
  rows.push(["the same 10,000 with the grid program", grid.ms]);
  const chains = [0, 0.1, 10, 1e9].map((penalty) => {
    const long = chain(100_000, penalty);
    const { ms } = time(() => smoothScores(long), 1);
    rows.push([`chain of 100,000 nodes, penalty ${penalty}`, ms]);
    return ms;
  });
  const difference = Math.abs(grid.result.cost - smoothScores(problem).cost) / grid.result.cost;
  const checks = [
    ["times faster than the grid program, at least", grid.ms / times[10_000], BOUNDS.grid, (a, b) => a >= b],
    ["time of 100,000 nodes to 10,000, under", times[100_000] / times[10_000], BOUNDS.growth, (a, b) => a < b],
    [
      "time of a chain to a DOM-shaped tree, at most",
      Math.max(...chains) / times[100_000],
      BOUNDS.chain,
      (a, b) => a <= b,
    ],
    ...["dom", "chain"].flatMap((shape) =>
      [100_000, 300_000].map((size) => [
        `bytes a node, ${size.toLocaleString("en")} nodes (${shape}), at most`,
        bytesPerNode(shape, size),
        BOUNDS.bytes,
        (a, b) => a <= b,
      ]),
    ),
    ["cost beside the grid program's, relative difference at most", difference, 1e-9, (a, b) => a <= b],
  ];
  return { rows, checks };
}

try {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "9" },
      assert: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (!(Number(values.rounds) >= 1)) throw new Error(`--rounds is "${values.rounds}", expected a number of at least 1`);
  if (values.help) console.error(USAGE);
  else {
    const { rows, checks } = measure(Number(values.rounds));
    console.log(
      table(
        ["tree", "ms"],
        rows.map(([what, ms]) => [what, fixed(ms, 2)]),
      ),
    );
    const lines = checks.map(([what, value, bound, holds]) => {
      const shown = value < 1e-3 ? value.toExponential(1) : fixed(value, 1);
      return [what, shown, String(bound), holds(value, bound) ? "holds" : "BROKEN"];
    });
    console.log(`\n${table(["", "measured", "bound", ""], lines)}`);
    if (values.assert && lines.some((line) => line.at(-1) === "BROKEN")) process.exitCode = 1;
  }
} catch (error) {
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
