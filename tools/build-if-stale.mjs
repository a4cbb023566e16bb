import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const lock = join(root, "node_modules", ".dehusk-build");

/** How long another process may take to build before its lock is taken for left behind. */
const patience = 60_000;

/**
 * Builds `dist/` of a checkout when it is missing or older than a source, so that the command line always runs what
 * the sources say. Processes that start together wait for the one that builds. The build is put in place whole.
 */
export async function buildIfStale() {
  const started = Date.now();
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
      if (isStale()) await build();
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
}

async function build() {
  const { build: tsdown } = await import("tsdown");
  const { build: vite } = await import("vite");
  const fresh = join(root, `.dehusk-build-${process.pid}`);
  const dist = join(root, "dist");
  await tsdown({ cwd: root, outDir: fresh, dts: false, logLevel: "error" });
  await vite({ root: join(root, "inspector"), logLevel: "error", build: { outDir: join(fresh, "inspector") } });
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
}

function isStale() {
  const built = timeOf(join(root, "dist", "cli.js"));
  if (built === 0) return true;
  const files = ["src", "inspector"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.(?:tsx?|css|html)$/.test(name) && !name.endsWith(".test.ts"))
      .map((name) => join(root, folder, name)),
  );
  const models = readdirSync(join(root, "models")).map((name) => join(root, "models", name));
  const others = [join(root, "package.json"), join(root, "tsdown.config.ts")];
  return [...files, ...models, ...others].some((file) => timeOf(file) > built);
}

function timeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
