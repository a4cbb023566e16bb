/** The options of run.mjs. */

import { parseArgs } from "node:util";
import { EXTRACTORS } from "./extractors/index.mjs";

const RUNNABLE = EXTRACTORS.filter((extractor) => extractor.kind === "extractor");

export const USAGE = `Usage: node run.mjs --data FOLDER [options]

  --data FOLDER     folder of .jsonl.br sets
  --sets a,b        only these sets
  --peers x,y       only these peers beside Dehusk; "none" for Dehusk alone
  --no-dehusk       leave Dehusk out
  --extractors x,y  only these, Dehusk's own by name too, without --peers and --no-dehusk; the only way to run
                    ${nameList(RUNNABLE.filter((extractor) => extractor.onlyWhenNamed))}
  --limit N         at most N pages of each set, evenly spaced
  --out NAME        writes NAME.json, NAME.md and NAME.pages.jsonl (default results/latest.local)
  --timeout S       seconds per page before the process is replaced (default 20)
  --jobs N          extractors that run at a time while accuracy is measured (default 1)
  --speed-pages N   pages for the timing, over all sets; 0 for no timing (default 60)
  --speed-rounds N  timed rounds per page, after a pass to warm up (default 3)
`;

const NUMBERS = { limit: 1, timeout: 0.1, jobs: 1, "speed-pages": 0, "speed-rounds": 1 };

/**
 * Reads the command line; throws an Error with a sentence for the user.
 *
 * @param {string[]} args
 */
export function readRunOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: "string" },
      sets: { type: "string" },
      peers: { type: "string" },
      extractors: { type: "string" },
      "no-dehusk": { type: "boolean", default: false },
      limit: { type: "string", default: "Infinity" },
      out: { type: "string", default: "results/latest.local" },
      timeout: { type: "string", default: "20" },
      jobs: { type: "string", default: "1" },
      "speed-pages": { type: "string", default: "60" },
      "speed-rounds": { type: "string", default: "3" },
      help: { type: "boolean", default: false },
    },
  });
  const numbers = readNumbers(values, NUMBERS);
  return {
    help: values.help,
    data: values.data ?? null,
    sets: values.sets === undefined ? null : split(values.sets),
    extractors: chooseExtractors(values),
    limit: numbers.limit,
    out: values.out,
    timeoutMs: numbers.timeout * 1000,
    jobs: numbers.jobs,
    speedPages: numbers["speed-pages"],
    speedRounds: numbers["speed-rounds"],
  };
}

/**
 * The numbers among the options; throws an Error with a sentence for the user.
 *
 * @param {Record<string, unknown>} values
 * @param {Record<string, number>} least the minimum of each
 * @returns {Record<string, number>}
 */
export function readNumbers(values, least) {
  const numbers = {};
  for (const [key, bound] of Object.entries(least)) {
    numbers[key] = Number(values[key]);
    if (!(numbers[key] >= bound))
      throw new Error(`--${key} is "${values[key]}", expected a number of at least ${bound}`);
  }
  return numbers;
}

/**
 * The chosen extractors, in the order of the reports.
 *
 * @param {{ extractors?: string, peers?: string, "no-dehusk"?: boolean }} values of the options of these names
 * @returns {import("./extractors/index.mjs").Extractor[]}
 */
export function chooseExtractors({ extractors, peers, "no-dehusk": noDehusk = false }) {
  if (extractors !== undefined) {
    if (peers !== undefined || noDehusk) throw new Error("--extractors goes with neither --peers nor --no-dehusk");
    const named = splitKnown("--extractors", extractors, RUNNABLE);
    if (named.length === 0) throw new Error(`--extractors is "${extractors}", expected at least one name`);
    return RUNNABLE.filter((extractor) => named.includes(extractor.name));
  }
  const usual = RUNNABLE.filter((extractor) => !extractor.onlyWhenNamed);
  const others = usual.filter((extractor) => !isDehusk(extractor));
  const chosen = peers === "none" ? [] : splitKnown("--peers", peers ?? nameList(others), others);
  return usual.filter((extractor) => (isDehusk(extractor) ? !noDehusk : chosen.includes(extractor.name)));
}

function isDehusk(extractor) {
  return extractor.packages.includes("dehusk");
}

/** The names in an option's value, all of them names of the allowed extractors. */
function splitKnown(option, list, allowed) {
  const names = split(list);
  for (const name of names) {
    if (!allowed.some((extractor) => extractor.name === name))
      throw new Error(`${option} names "${name}", expected some of ${nameList(allowed)}`);
  }
  return names;
}

function nameList(extractors) {
  return extractors.map((extractor) => extractor.name).join(", ");
}

/**
 * The items of a list with commas.
 *
 * @param {string} list
 * @returns {string[]}
 */
export function split(list) {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}
