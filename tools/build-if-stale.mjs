import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const lock = join(root, "node_modules", ".dehusk-build");

/** How long another process may take to build before its lock counts as abandoned. */
const patience = 60_000;

/**
 * Builds the packages of a checkout when a source is newer than the last build, so that the command line always runs what
 * the sources say. Processes that start together wait for the one that builds.
 */
export async function buildIfStale() {
  const started = Date.now();
  const home = process.cwd();
  while (isStale()) {
    try {
      mkdirSync(lock);
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (Date.now() - started > patience) rmSync(lock, { recursive: true, force: true });
      await setTimeout(50);
      continue;
    }
    try {
      // The bundler looks for its packages from where it runs.
      process.chdir(root);
      if (isStale()) await (await import("./build.mjs")).buildAll({ dts: false });
    } finally {
      process.chdir(home);
      rmSync(lock, { recursive: true, force: true });
    }
  }
}

function isStale() {
  const packages = join(root, "packages");
  // The last package to be built.
  const built = timeOf(join(packages, "lab", "dist", "index.js"));
  if (built === 0) return true;
  return readdirSync(packages).some((name) =>
    ["package.json", "tsdown.config.ts", "src", "inspector", "models"].some((part) =>
      isNewer(join(packages, name, part), built),
    ),
  );
}

/** Whether a file, or any file below a folder, was written after `time`; tests do not count. */
function isNewer(path, time) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || /\.test\.tsx?$/.test(path)) return false;
  if (!stat.isDirectory()) return stat.mtimeMs > time;
  return readdirSync(path).some((name) => isNewer(join(path, name), time));
}

function timeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
