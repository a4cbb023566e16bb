/** Our reader of web archives beside fastwarc and warcio: the payload of every response, in processor time. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeFiles } from "../warc/make-files.mjs";

const ROUNDS = "5";
const NODE_READER = fileURLToPath(new URL("../warc.mjs", import.meta.url));
const PYTHON_READER = fileURLToPath(new URL("./read-warc.py", import.meta.url));
const PYTHON = fileURLToPath(new URL("../peers.local/venv/bin/python", import.meta.url));

const READERS = {
  dehusk: (path) => [process.execPath, [NODE_READER, "--reader", "dehusk", "--data", path, "--rounds", ROUNDS]],
  "warcio (Node)": (path) => [
    process.execPath,
    [NODE_READER, "--reader", "warcio", "--data", path, "--rounds", ROUNDS],
  ],
  fastwarc: (path) => [PYTHON, [PYTHON_READER, "fastwarc", path, ROUNDS]],
  "warcio (Python)": (path) => [PYTHON, [PYTHON_READER, "warcio", path, ROUNDS]],
};

/**
 * Megabytes of payload per second of processor time, by reader and file.
 *
 * @param {number} pages
 * @param {(line: string) => void} say gets a line for what cannot run
 */
export function readArchives(pages, say) {
  const folder = mkdtempSync(join(tmpdir(), "dehusk-archives-"));
  try {
    const files = makeFiles(folder, pages);
    return Object.fromEntries(
      Object.entries(READERS).flatMap(([name, commandFor]) => {
        try {
          const found = files.map((path) => JSON.parse(execFileSync(...commandFor(path), { encoding: "utf8" })));
          const [plain, gzip] = found.map(({ bytes, cpuSeconds }) => bytes / 1e6 / cpuSeconds);
          return [[name, { plain, gzip, pages: found[0].pages }]];
        } catch (error) {
          say(`skipped: ${name}: ${String(error.message).split("\n")[0]}`);
          return [];
        }
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
