/**
 * Reads the data sets: a folder of `<set>.jsonl.br` files, one page per line.
 *
 * @typedef {object} Page
 * @property {string} id
 * @property {string | null} url
 * @property {string | null} lang
 * @property {string} html
 * @property {string | null} text ground truth, null where the set has only segments
 * @property {string[] | null} include strings that must be in the output
 * @property {string[] | null} exclude strings that must not be in the output
 * @property {Record<string, unknown> | null} meta
 */

import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createBrotliDecompress } from "node:zlib";

const SUFFIX = ".jsonl.br";

/**
 * Sets whose truth is one tool's reviewed output: they favour that tool, so means are also given without them.
 */
export const SNAPSHOT_SETS = new Set([
  "readability",
  "defuddle-fixtures",
  "newspaper4k-fixtures",
  "llm-webkit-bench",
  "crawl-to-the-future",
]);

/**
 * The names of the sets in a folder, sorted.
 *
 * @param {string} folder
 * @returns {string[] | null} null when there is no such folder
 */
export function listSets(folder) {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return null;
  return readdirSync(folder)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length))
    .sort();
}

/**
 * Reads the pages of a set that can be measured: those with HTML, without the ones marked synthetic.
 *
 * @param {string} folder
 * @param {string} set
 * @returns {Promise<Page[]>}
 */
export async function readSet(folder, set) {
  const pages = [];
  const stream = createReadStream(join(folder, set + SUFFIX)).pipe(createBrotliDecompress());
  for await (const line of linesOf(stream)) {
    const page = JSON.parse(line);
    if (page.html && !page.meta?.synthetic) pages.push(page);
  }
  return pages;
}

/**
 * Takes a number of items, evenly spaced, so that a sorted set is sampled from end to end.
 *
 * @template T
 * @param {T[]} items
 * @param {number} count
 * @returns {T[]}
 */
export function sampleEvenly(items, count) {
  if (count >= items.length) return items;
  return Array.from({ length: count }, (_, index) => items[Math.floor(((index + 0.5) * items.length) / count)]);
}

/** Splits a byte stream at newlines; buffers bytes, so a character on a chunk border stays whole. */
async function* linesOf(stream) {
  let rest = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      rest.push(chunk.subarray(start, end));
      const line = Buffer.concat(rest).toString("utf8");
      if (line.trim()) yield line;
      rest = [];
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
  }
  const last = Buffer.concat(rest).toString("utf8");
  if (last.trim()) yield last;
}
