// npm run build: builds all packages, types included. As a module, `buildAll` also serves tools/build-if-stale.mjs.
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));

/** In this order: what others are built with comes first. */
export const packageNames = ["dehusk", "server", "cluster", "lab"];

/** Builds `dist/` of each package into a folder beside it, then puts it in place whole. */
export async function buildAll({ dts }) {
  const { build: tsdown } = await import("tsdown");
  const { build: vite } = await import("vite");
  for (const name of packageNames) {
    const folder = join(packages, name);
    const fresh = join(folder, `.build-${process.pid}`);
    const dist = join(folder, "dist");
    try {
      await tsdown({ cwd: folder, outDir: fresh, logLevel: "error", ...(dts ? {} : { dts: false }) });
      if (name === "server") {
        const inspector = join(folder, "inspector");
        await vite({ root: inspector, logLevel: "error", build: { outDir: join(fresh, "inspector") } });
      }
      rmSync(dist, { recursive: true, force: true });
      renameSync(fresh, dist);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildAll({ dts: true });
