/**
 * All extractors that the benchmark knows, in the order of the reports.
 *
 * @typedef {object} Answer
 * @property {string} [text] plain text or Markdown; when absent, html is turned into text
 * @property {string} [html]
 * @property {() => string | Promise<string>} [markdown] the extractor's own, made when structure is measured
 * @property {() => import("../structure/block-breaks.mjs").Block[]} [blocks] Dehusk's account of what it kept
 * @property {unknown} [title]
 * @property {unknown} [author]
 * @property {unknown} [date]
 * @property {unknown} [siteName]
 * @property {unknown} [description]
 * @property {unknown} [language]
 * @property {number} [cpuMs] processor time of the call, where another process does the work
 * @property {number} [totalCpuMs] of that process since its start
 * @property {number} [maxRss] of that process
 *
 * @typedef {object} Extractor
 * @property {string} name
 * @property {"extractor" | "floor"} kind floors are only timed
 * @property {boolean} [onlyWhenNamed] left out unless --extractors names it
 * @property {string[]} packages npm packages whose versions are reported
 * @property {string[]} fields metadata that it returns
 * @property {() => Promise<(input: any) => Answer | Promise<Answer>>} load imports the package, gives the timed call
 * @property {(page: { html: string, url: string | null }) => unknown} [prepare] makes the timed call's input, untimed
 */

import { readFileSync } from "node:fs";
import { articleExtractors } from "./article-extractors.mjs";
import { dehuskExtractors } from "./dehusk.mjs";
import { otherLanguages } from "./other-languages.mjs";
import { parserFloors } from "./parsers.mjs";
import { readabilityExtractors } from "./readability.mjs";
import { textExtractors } from "./text-extractors.mjs";

/** The extractor against which speed is given. */
export const SPEED_BASE = "readability+jsdom";

/** @type {Extractor[]} */
export const EXTRACTORS = [
  ...dehuskExtractors,
  ...readabilityExtractors,
  ...articleExtractors,
  ...textExtractors,
  ...otherLanguages,
  ...parserFloors,
];

/**
 * The extractor of a name.
 *
 * @param {string} name
 * @returns {Extractor}
 */
export function extractorNamed(name) {
  const found = EXTRACTORS.find((extractor) => extractor.name === name);
  if (!found) throw new Error(`no extractor is named "${name}"; known: ${EXTRACTORS.map((e) => e.name).join(", ")}`);
  return found;
}

/**
 * The installed versions of an extractor's packages, e.g. "jsdom 29.1.1".
 *
 * @param {Extractor} extractor
 * @returns {string}
 */
export function versionsOf(extractor) {
  return extractor.packages
    .map((name) => {
      try {
        const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
        return `${name} ${JSON.parse(readFileSync(file, "utf8")).version}`;
      } catch {
        return `${name} (not installed)`;
      }
    })
    .join(", ");
}
