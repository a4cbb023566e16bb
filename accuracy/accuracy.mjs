// npm run accuracy: measures the built library on the marked pages and prints each page and each floor.
// With --raise, floors rise to what is measured; with --lower, broken floors sink to it. Exits 1 when a floor is broken.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { wordScores } from "@dehusk/lab";
import { extract } from "dehusk";
import { brokenFloors, meanScores, moveFloors } from "./floors.mjs";
import { measurePage, readPages } from "./measure.mjs";

const { values } = parseArgs({
  options: { raise: { type: "boolean", default: false }, lower: { type: "boolean", default: false } },
});
const path = new URL("floors.json", import.meta.url);
const before = JSON.parse(readFileSync(path, "utf8"));
const pages = readPages().map((page) => measurePage(page, { extract, wordScores }));
const floors = moveFloors(before, pages, values);
if (values.raise || values.lower) writeFileSync(path, `${JSON.stringify(floors, null, 2)}\n`);

const means = meanScores(pages);
printRow("page", ["F1", "precision", "recall", "comments F1"]);
for (const { name, f1, precision, recall, comments } of pages) printRow(name, [f1, precision, recall, comments?.f1]);
console.log();
printRow("kind", ["mean F1", "floor", "floor was"]);
for (const kind of Object.keys({ ...means.kinds, ...before.kinds }).sort()) {
  printRow(kind, [means.kinds[kind], floors.kinds[kind], before.kinds[kind]]);
}
printRow("found comments", [means.comments, floors.comments, before.comments]);
printRow("all pages", [means.overall, floors.overall, before.overall]);

const broken = brokenFloors(floors, pages);
for (const sentence of broken) console.error(sentence);
process.exitCode = broken.length > 0 ? 1 : 0;

function printRow(name, cells) {
  const written = cells.map((cell) => (typeof cell === "number" ? cell.toFixed(3) : (cell ?? "")).padStart(12));
  console.log(`${name.padEnd(36)}${written.join("")}`.trimEnd());
}
