/**
 * How processor time grows with the page: each shape of page with each function, each pair in a process of its own, from a
 * size that takes 40 ms, doubled until it takes half a second. The exponent is the slope of time over size,
 * both as logarithms, through the larger half of the sizes, where fixed costs hardly count: 1 is linear, 2 quadratic.
 *
 * Bound (with --assert a broken bound gives exit code 1): no exponent above 1.3.
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chunks, detect, extract, parse, segment } from "dehusk";
import { thingsMarkdown } from "dehusk/things";
import { shapes } from "./growth/shapes.mjs";
import { fixed, table } from "./report/table.mjs";

const BOUND = 1.3;
/** Processor time in milliseconds at the smallest size measured, and at the largest. */
const [LEAST, ENOUGH] = [40, 500];
/** Characters of the largest page. */
const LARGEST = 1 << 24;

const USAGE = `Usage: node growth.mjs [--shape NAME] [--function NAME] [--assert]

  --shape NAME     only this shape; may be given several times
  --function NAME  only this function: ${["parse", "detect", "segment", "extract", "everything", "select", "chunks", "things"].join(", ")}
  --assert         exit code 1 when a bound is broken
`;

const url = "https://example.org/folder/page.html";
const limits = { nodes: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };

const functions = {
  parse: (html) => parse(html, { url, limits }),
  detect: (html) => detect(html, { url, limits }),
  segment: (html) => segment(html, { url, limits }),
  extract(html) {
    const result = extract(html, { url, limits });
    return [result.text, result.markdown, result.html, JSON.stringify(result), result.explain().length];
  },
  everything(html) {
    const { text, markdown, html: clean } = extract(html, { url, limits, preset: "everything", spans: "repeat" });
    return [text, markdown, clean];
  },
  select: (html) =>
    extract(html, {
      url,
      limits,
      preset: "everything",
      include: ["div p:not(.x ~ *)"],
      exclude: "* * * > :nth-child(3n) + b",
    }).text,
  chunks: (html) => chunks(extract(html, { url, limits, preset: "everything" }), { maxTokens: 100, overlap: 20 }),
  things: (html) => thingsMarkdown(extract(html, { url, limits })),
};

function processorMs(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Sizes and times of a pair; the shorter of two runs, since garbage collection and compilation vary. */
function measure(make, run) {
  let size = 64;
  for (let i = 0; i < 3; i++) run(make(size));
  const points = [];
  for (; ; size *= 2) {
    const html = make(size);
    if (html.length > LARGEST) break;
    let ms;
    try {
      ms = processorMs(() => run(html));
      if (ms < ENOUGH)
        ms = Math.min(
          ms,
          processorMs(() => run(html)),
        );
    } catch (error) {
      return { points, error: String(error) };
    }
    if (ms >= LEAST) points.push({ size: html.length, ms });
    if (ms >= ENOUGH && points.length >= 3) break;
    if (ms >= 20 * ENOUGH) break;
  }
  return { points };
}

/** The slope of a line through points, by least squares. */
function slope(points) {
  const [xs, ys] = [points.map(({ size }) => Math.log(size)), points.map(({ ms }) => Math.log(ms))];
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [x, y] = [mean(xs), mean(ys)];
  const below = xs.reduce((sum, value) => sum + (value - x) ** 2, 0);
  return xs.reduce((sum, value, i) => sum + (value - x) * (ys[i] - y), 0) / below;
}

function exponentOf(points) {
  return points.length < 2 ? Number.NaN : slope(points.slice(-Math.max(3, Math.ceil(points.length / 2))));
}

const { values } = parseArgs({
  options: {
    shape: { type: "string", multiple: true },
    function: { type: "string", multiple: true },
    assert: { type: "boolean", default: false },
    alone: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) console.log(USAGE);
else if (values.alone) {
  console.log(JSON.stringify(measure(shapes[values.shape[0]], functions[values.function[0]])));
} else {
  const names = Object.keys(functions).filter((name) => values.function?.includes(name) ?? true);
  const rows = [];
  const broken = [];
  for (const shape of Object.keys(shapes).filter((name) => values.shape?.includes(name) ?? true)) {
    const cells = names.map((name) => {
      const args = [fileURLToPath(import.meta.url), "--alone", "--shape", shape, "--function", name];
      const child = spawnSync(process.execPath, ["--max-old-space-size=6000", ...args], { encoding: "utf8" });
      if (child.status !== 0) {
        broken.push(`${shape}, ${name}: ${child.stderr.slice(0, 300)}`);
        return "failed";
      }
      const { points, error } = JSON.parse(child.stdout);
      const exponent = exponentOf(points);
      if (error !== undefined || exponent > BOUND) broken.push(`${shape}, ${name}: ${error ?? JSON.stringify(points)}`);
      const last = points.at(-1);
      if (last === undefined) return "–";
      return `${fixed(exponent, 2)} (${fixed(last.size / 1e6, 1)} MB, ${fixed(last.ms / 1000, 1)} s)`;
    });
    console.error(`${shape}: ${cells.join(" | ")}`);
    rows.push([shape, ...cells]);
  }
  console.log(table(["shape", ...names], rows));
  for (const line of broken) console.log(`above ${BOUND}: ${line}`);
  if (values.assert && broken.length > 0) process.exitCode = 1;
}
