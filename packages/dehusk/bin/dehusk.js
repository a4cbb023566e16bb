#!/usr/bin/env node
// CommonJS, as the package.json beside it says: that starts faster than a module.
const { existsSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  console.log(JSON.parse(readFileSync(join(__dirname, "..", "package.json"), "utf8")).version);
} else {
  run();
}

async function run() {
  const tools = join(__dirname, "..", "..", "..", "tools", "build-if-stale.mjs");
  // In a checkout: build when the sources have changed. The published package holds only what was built.
  if (existsSync(tools)) await (await import(pathToFileURL(tools).href)).buildIfStale();
  const isNode = process.versions.bun === undefined && process.versions.deno === undefined;
  if (args[0] === "extract" && isNode) return runScript();
  const { main } = await import("../dist/main.js");
  process.exitCode = await main(args);
}

/** Runs `dehusk extract` from one script, with the code that an earlier run has compiled. */
async function runScript() {
  const { codeFolder, loadScript } = require("../dist/code-cache.cjs");
  const { exports, keepCode } = loadScript(join(__dirname, "..", "dist", "main-extract.cjs"), codeFolder(process.env));
  process.exitCode = await exports.main(args);
  // Only runs that do the work have compiled what later runs need.
  if (process.exitCode === 0 && !args.includes("--help") && !args.includes("-h")) keepCode();
  // Without waiting until all memory is freed; output is written by now, unless messages are many.
  if (process.stderr.writableLength === 0) process.exit();
}
