import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** A TypeScript script that runs on any supported Node. */
export interface BundledScript {
  /** The output of a run. */
  run(...args: string[]): Promise<string>;
  /** The output of a run that was killed after this many lines. */
  runUntil(lines: number, ...args: string[]): Promise<string>;
  remove(): void;
}

/** Bundles a script into a folder from which its packages resolve. */
export async function bundleScript(script: URL): Promise<BundledScript> {
  const folder = mkdtempSync("node_modules/.dehusk-test-");
  const bundle = await rolldown({
    input: fileURLToPath(script),
    platform: "node",
    external: ["pg"],
    logLevel: "silent",
  });
  const file = join(folder, "script.mjs");
  await bundle.write({ dir: folder, entryFileNames: "script.mjs", chunkFileNames: "[name].mjs", format: "esm" });
  return {
    run: (...args) => runNode([file, ...args]),
    runUntil: (lines, ...args) => runNode([file, ...args], lines),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runNode(args: readonly string[], lines = Number.POSITIVE_INFINITY): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let errors = "";
    child.stdout.on("data", (text) => {
      output += text;
      if (output.split("\n").length > lines) child.kill("SIGKILL");
    });
    child.stderr.on("data", (text) => {
      errors += text;
    });
    child.on("error", reject);
    child.on("close", (status, signal) => {
      if (status === 0 || signal === "SIGKILL") resolve(output);
      else reject(new Error(`The script ended with ${status ?? signal}: ${errors}`));
    });
  });
}
