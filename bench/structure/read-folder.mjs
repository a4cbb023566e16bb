/** The pages to check: the sets of a data folder, or the HTML files of a plain one. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { listSets, readSet, sampleEvenly } from "../data-sets.mjs";

const FILE = /\.html?$/i;

/**
 * The names of a folder's sets; a plain folder of HTML files is one set with the folder's name.
 *
 * @param {string} folder
 * @returns {string[] | null} null when there is no such folder, or nothing to read in it
 */
export function listPageSets(folder) {
  const sets = listSets(folder);
  if (sets === null || sets.length > 0) return sets;
  return readdirSync(folder).some((name) => FILE.test(name)) ? [basename(resolve(folder))] : null;
}

/**
 * At most this many pages of a set, evenly spaced.
 *
 * @param {string} folder
 * @param {string} set
 * @param {number} sample
 * @returns {Promise<{ id: string, url: string | null, html: string }[]>}
 */
export async function readPageSet(folder, set, sample) {
  if (listSets(folder).length > 0) return sampleEvenly(await readSet(folder, set), sample);
  const names = readdirSync(folder).filter((name) => FILE.test(name));
  return sampleEvenly(names.sort(), sample).map((id) => ({
    id,
    url: null,
    html: decodeHtml(readFileSync(join(folder, id))),
  }));
}

/**
 * A file's text, in the encoding that its beginning names; UTF-8 where it names none that is known.
 *
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function decodeHtml(bytes) {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  const named = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
