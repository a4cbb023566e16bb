/** The options of structure.mjs. */

import { parseArgs } from "node:util";
import { chooseExtractors, readNumbers, split } from "../run-options.mjs";

export const USAGE = `Usage: node structure.mjs --data FOLDER [options]

  --data FOLDER     folder of .jsonl.br sets, or of .html files
  --sets a,b        only these sets
  --peers x,y       only these peers beside Dehusk; "none" for Dehusk alone
  --no-dehusk       leave Dehusk out
  --extractors x,y  only these, without --peers and --no-dehusk
  --sample N        at most N pages of each set, evenly spaced
  --examples N      print N examples of each kind of break and extractor: set, page, line, text
  --json FILE       write the numbers, and the examples, as JSON
  --timeout S       seconds per page before the process is replaced (default 20)
`;

const NUMBERS = { sample: 1, examples: 0, timeout: 0.1 };

/**
 * Reads the command line; throws an Error with a sentence for the user.
 *
 * @param {string[]} args
 */
export function readStructureOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: "string" },
      sets: { type: "string" },
      peers: { type: "string" },
      extractors: { type: "string" },
      "no-dehusk": { type: "boolean", default: false },
      sample: { type: "string", default: "Infinity" },
      examples: { type: "string", default: "0" },
      json: { type: "string" },
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
    sample: numbers.sample,
    examples: numbers.examples,
    json: values.json ?? null,
    timeoutMs: numbers.timeout * 1000,
  };
}
