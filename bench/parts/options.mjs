/** The options of parts.mjs. */

import { parseArgs } from "node:util";
import { chooseExtractors, readNumbers, split } from "../run-options.mjs";

export const USAGE = `Usage: node parts.mjs --data FOLDER [options]

  --data FOLDER     folder of .jsonl.br sets whose pages have a true text
  --sets a,b        only these sets
  --extractors x,y  only these (default dehusk,readability+jsdom,defuddle,trafilatura)
  --pages N         pages in all, shared evenly by the sets (default 300)
  --json FILE       write the numbers as JSON
  --losses FILE     write each lost part as a JSON line: extractor, set, page, kind, part
  --timeout S       seconds per page before the process is replaced (default 20)
`;

const NUMBERS = { pages: 1, timeout: 0.1 };

/**
 * Reads the command line; throws an Error with a sentence for the user.
 *
 * @param {string[]} args
 */
export function readPartsOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: "string" },
      sets: { type: "string" },
      extractors: { type: "string", default: "dehusk,readability+jsdom,defuddle,trafilatura" },
      pages: { type: "string", default: "300" },
      json: { type: "string" },
      losses: { type: "string" },
      timeout: { type: "string", default: "20" },
      help: { type: "boolean", default: false },
    },
  });
  const numbers = readNumbers(values, NUMBERS);
  return {
    help: values.help,
    data: values.data ?? null,
    sets: values.sets === undefined ? null : split(values.sets),
    extractors: chooseExtractors(values),
    pages: numbers.pages,
    json: values.json ?? null,
    losses: values.losses ?? null,
    timeoutMs: numbers.timeout * 1000,
  };
}
