#!/usr/bin/env node
import { existsSync } from "node:fs";

const root = new URL("..", import.meta.url);
if (existsSync(new URL("src/", root))) {
  // In a checkout: build when the sources have changed. The published package holds only what was built.
  const { buildIfStale } = await import(new URL("tools/build-if-stale.mjs", root).href);
  await buildIfStale();
}
const { main } = await import(new URL("dist/cli.js", root).href);
process.exitCode = await main(process.argv.slice(2));
