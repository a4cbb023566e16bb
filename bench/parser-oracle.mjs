/**
 * Compares the parser's trees with parse5's on pages and on broken parts of them; prints the counts and every difference.
 * Exit code 1 when there is one.
 */

import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { listSets, readSet } from "./data-sets.mjs";
import { firstDifference } from "./parser/compare-trees.mjs";
import { mutate } from "./parser/mutate.mjs";
import { randomFrom } from "./seeded-random.mjs";

const USAGE = `Usage: node parser-oracle.mjs --data FOLDER [--mutants N] [--length N] [--seed N] [--ranges] [--only NAME]

  --data FOLDER  folder with folders of .jsonl.br sets
  --mutants N    broken parts compared for each page (default 0)
  --length N     characters of such a part (default 600)
  --seed N       seed of the random generator (default 1)
  --ranges       compare source ranges too
  --only NAME    only sets whose name contains this
  --save FILE    writes the HTML of the first differences as JSON lines
`;

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    mutants: { type: "string", default: "0" },
    length: { type: "string", default: "600" },
    seed: { type: "string", default: "1" },
    ranges: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    save: { type: "string" },
  },
});
if (values.data === undefined || !existsSync(values.data)) {
  console.error(USAGE);
  process.exit(2);
}

const random = randomFrom(Number(values.seed));
const found = [];
let pages = 0;
let mutants = 0;

function compare(html, name) {
  for (const scripting of [true, false]) {
    const difference = firstDifference(html, scripting, values.ranges);
    if (difference === null) continue;
    if (found.length < 40) console.log(`${name}: ${difference.slice(0, 400)}`);
    found.push({ name, scripting, html });
    return;
  }
}

/** The HTML texts of a record: its own, and those of its members. */
function htmlsOf(record) {
  return [record, ...(record.members ?? [])].map(({ html }) => html).filter((html) => typeof html === "string");
}

for (const folder of readdirSync(values.data, { withFileTypes: true })) {
  if (!folder.isDirectory()) continue;
  const path = join(values.data, folder.name);
  for (const set of listSets(path) ?? []) {
    if (!`${folder.name}/${set}`.includes(values.only)) continue;
    for (const record of await readSet(path, set)) {
      for (const html of htmlsOf(record)) {
        pages++;
        compare(html, `${folder.name}/${set} ${record.id}`);
        for (let i = 0; i < Number(values.mutants); i++) {
          mutants++;
          compare(mutate(html, Number(values.length), random), `part of ${folder.name}/${set} ${record.id}`);
        }
      }
    }
    console.log(`${folder.name}/${set}: ${pages} pages and ${mutants} broken parts so far, ${found.length} differ`);
  }
}
console.log(`${pages} pages, ${mutants} broken parts, each with scripting on and off: ${found.length} differ`);
if (values.save !== undefined)
  writeFileSync(
    values.save,
    found
      .slice(0, 200)
      .map((each) => JSON.stringify(each))
      .join("\n"),
  );
if (found.length > 0) process.exitCode = 1;
