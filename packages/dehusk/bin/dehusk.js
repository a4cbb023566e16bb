#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  console.log(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version);
} else {
  const tools = new URL("../../../tools/build-if-stale.mjs", import.meta.url);
  // In a checkout: build when the sources have changed. The published package holds only what was built.
  if (existsSync(tools)) await (await import(tools.href)).buildIfStale();
  const { main } = await import("../dist/main.js");
  process.exitCode = await main(args);
}
