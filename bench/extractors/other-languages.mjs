/** Extractors in Python, Rust (through Python) and Java, in their own processes: a line in and a line out per page. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PYTHON_PROGRAM = fileURLToPath(new URL("./answer-pages.py", import.meta.url));
/** Where peers/set-up.mjs puts what it installs. */
const INSTALLED = process.env.DEHUSK_PEERS ?? fileURLToPath(new URL("../peers.local/", import.meta.url));

/** The distributions of Python extractors, and the metadata that they return. */
const PYTHON = {
  trafilatura: ["trafilatura", ["title", "author", "date", "siteName", "description", "language"]],
  "rs-trafilatura": ["rs-trafilatura", ["title", "author", "date", "siteName", "description", "language"]],
  resiliparse: ["Resiliparse", ["language"]],
  justext: ["jusText", []],
  "readability-lxml": ["readability-lxml", ["title"]],
  boilerpy3: ["boilerpy3", ["title"]],
  newspaper4k: ["newspaper4k", ["title", "author", "date", "siteName", "description", "language"]],
  goose3: ["goose3", ["title", "author", "date", "siteName", "description", "language"]],
  htmldate: ["htmldate", ["date"]],
};

function pythonExtractor([name, [, fields]]) {
  return {
    name,
    kind: "extractor",
    onlyWhenNamed: true,
    packages: [],
    fields,
    async load() {
      const own = `${INSTALLED}venv/bin/python`;
      const { ask, greeting } = await startPeer(existsSync(own) ? own : "python3", [PYTHON_PROGRAM, name]);
      return Object.assign(async ({ html, url }) => answerOf(await ask({ html, url })), { version: greeting.version });
    },
  };
}

const boilerpipe = {
  name: "boilerpipe",
  kind: "extractor",
  onlyWhenNamed: true,
  packages: [],
  fields: ["title"],
  async load() {
    const { ask, greeting } = await startPeer("java", [
      "-Xmx2g",
      "-cp",
      `${INSTALLED}java/*:${INSTALLED}java`,
      "AnswerPages",
    ]);
    return Object.assign(async ({ html }) => answerOf(await ask({ html64: Buffer.from(html).toString("base64") })), {
      version: greeting.version,
    });
  },
};

/** A peer's answer, with the processor time and memory of its process. */
function answerOf({ error, text64, title64, markdown, ...answer }) {
  if (error !== undefined) throw new Error(error);
  const decode = (base64) => Buffer.from(base64, "base64").toString();
  if (text64 !== undefined) answer.text = decode(text64);
  if (title64 !== undefined) answer.title = decode(title64);
  return markdown === undefined ? answer : { ...answer, markdown: () => markdown };
}

/** Starts a peer; throws where its language or its package is missing. The process ends when its input does. */
async function startPeer(command, args) {
  const peer = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
  const name = command.split("/").at(-1);
  let complaint = "";
  peer.stderr.on("data", (chunk) => {
    complaint = (complaint + chunk).slice(-2000);
  });
  peer.stdin.on("error", () => {});
  const waiting = [];
  const fail = (message) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(message));
  };
  peer.on("error", (error) => fail(`${name} does not start: ${error.message}`));
  peer.on("close", () => fail(complaint.trim().split("\n").at(-1) || `${name} ended`));
  createInterface({ input: peer.stdout }).on("line", (line) => waiting.shift()?.resolve(JSON.parse(line)));
  const next = () => new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  const greeting = await next();
  // From here on only the benchmark keeps this process alive: when it ends, so does the peer's input, and the peer.
  for (const handle of [peer, peer.stdin, peer.stdout, peer.stderr]) handle.unref();
  const ask = (page) => {
    const answer = next();
    peer.stdin.write(`${JSON.stringify(page)}\n`);
    return answer;
  };
  return { ask, greeting };
}

/** @type {import("./index.mjs").Extractor[]} */
export const otherLanguages = [...Object.entries(PYTHON).map(pythonExtractor), boilerpipe];
