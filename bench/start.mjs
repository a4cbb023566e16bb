// How long the command line takes to start and to extract one small page, as ratios to `node -e 0` in the same run:
//   node start.mjs [--runs 15] [--assert]
// The package is packed and installed into an empty folder first, as users have it. A user's first `extract` compiles
// its code and caches it: `extract` finds that cache, `uncached` neither finds nor writes one.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** Maximum ratios to `node -e 0`. */
const bounds = { version: 1.6, extract: 0.6 * 4.9 };

const { values } = parseArgs({
  options: { runs: { type: "string", default: "15" }, assert: { type: "boolean", default: false } },
});
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "dehusk-start-"));
try {
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const packed = execFileSync("npm", args, { cwd: join(root, "packages", "dehusk"), encoding: "utf8", stdio: "pipe" });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const install = ["install", "--no-audit", "--no-fund", `./${JSON.parse(packed)[0].filename}`];
  execFileSync("npm", install, { cwd: folder, stdio: "ignore" });
  const bin = join(folder, "node_modules", "dehusk", "bin", "dehusk.js");
  const page = join(root, "examples", "article.html");
  runOnce("extract", [bin, "extract", page]);
  const ratios = ratiosOf({
    node: ["-e", "0"],
    version: [bin, "--version"],
    extract: [bin, "extract", page],
    uncached: [bin, "extract", page],
  });
  for (const [name, { milliseconds, ratio }] of Object.entries(ratios)) {
    const bound = bounds[name] === undefined ? "" : `  (at most ${bounds[name].toFixed(2)})`;
    console.log(`${name.padEnd(8)} ${milliseconds.toFixed(0).padStart(5)} ms  ${ratio.toFixed(2)} x node${bound}`);
    if (values.assert && ratio > bounds[name]) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** Milliseconds a command takes, with its own cache folder. */
function runOnce(name, command) {
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, "caches") };
  if (name === "uncached") env.NODE_DISABLE_COMPILE_CACHE = "1";
  const start = performance.now();
  const { status } = spawnSync(process.execPath, command, { stdio: "ignore", env });
  if (status !== 0) throw new Error(`${name} failed with status ${status}.`);
  return performance.now() - start;
}

/** Medians of interleaved runs. */
function ratiosOf(commands) {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let run = 0; run < Number(values.runs); run++) {
    for (const [name, command] of Object.entries(commands)) {
      times[name].push(runOnce(name, command));
    }
  }
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  const floor = median(times.node);
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [name, { milliseconds: median(list), ratio: median(list) / floor }]),
  );
}
