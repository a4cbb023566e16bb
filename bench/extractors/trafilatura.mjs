/** trafilatura, a Python program: a process of its own that is asked page by page over JSON lines. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("./answer-with-trafilatura.py", import.meta.url));

const trafilatura = {
  name: "trafilatura",
  kind: "extractor",
  onlyWhenNamed: true,
  packages: [],
  fields: [],
  async load() {
    const ask = await startPython();
    return async ({ html, url }) => {
      const { markdown, error } = await ask({ html, url });
      if (error !== undefined) throw new Error(error);
      return { text: markdown, markdown: () => markdown };
    };
  },
};

/** Starts Python; throws where python3 or the module is missing. The process ends when its input does. */
async function startPython() {
  const python = spawn("python3", [PROGRAM], { stdio: ["pipe", "pipe", "pipe"] });
  let complaint = "";
  python.stderr.on("data", (chunk) => {
    complaint = (complaint + chunk).slice(-2000);
  });
  python.stdin.on("error", () => {});
  const waiting = [];
  const fail = (message) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(message));
  };
  python.on("error", (error) => fail(`python3 does not start: ${error.message}`));
  python.on("close", () => fail(complaint.trim().split("\n").at(-1) || "python3 ended"));
  createInterface({ input: python.stdout }).on("line", (line) => waiting.shift()?.resolve(JSON.parse(line)));
  const next = () => new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  await next();
  // From here on the benchmark alone keeps this process alive: when it is gone, Python's input ends, and so does Python.
  for (const handle of [python, python.stdin, python.stdout, python.stderr]) handle.unref();
  return (page) => {
    const answer = next();
    python.stdin.write(`${JSON.stringify(page)}\n`);
    return answer;
  };
}

/** @type {import("./index.mjs").Extractor[]} */
export const pythonExtractors = [trafilatura];
