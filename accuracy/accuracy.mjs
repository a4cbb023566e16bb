// npm run accuracy: measures the built library on the marked pages and prints each page, each floor and each break.
// With --raise, floors rise and ceilings sink to what is measured; with --lower, broken ones give way to it. Exits 1 when
// a floor or a ceiling is broken.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { wordScores } from "@dehusk/lab";
import { extract } from "dehusk";
import { brokenCeilings, countKinds, moveCeilings } from "./ceilings.mjs";
import { brokenFloors, meanScores, moveFloors } from "./floors.mjs";
import { measurePage, readPages } from "./measure.mjs";
import { findPageBreaks, kinds, readStructurePages } from "./structure.mjs";

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

const ceilingsPath = new URL("ceilings.json", import.meta.url);
const ceilingsBefore = JSON.parse(readFileSync(ceilingsPath, "utf8"));
const breaks = readStructurePages().flatMap((page) => findPageBreaks(page, { extract }));
const counts = countKinds(kinds, breaks);
const ceilings = moveCeilings(ceilingsBefore, counts, values);
if (values.raise || values.lower) writeFileSync(ceilingsPath, `${JSON.stringify(ceilings, null, 2)}\n`);
console.log();
for (const { page, kind, text } of breaks) console.log(`${page.padEnd(36)}${kind}: ${text.slice(0, 80)}`);
console.log();
console.log(`${"breaks".padEnd(60)}${["counted", "ceiling", "was"].map((head) => head.padStart(9)).join("")}`);
for (const kind of Object.keys({ ...counts, ...ceilingsBefore })) {
  const cells = [counts[kind], ceilings[kind], ceilingsBefore[kind]].map((cell) => String(cell ?? "").padStart(9));
  console.log(`${kind.padEnd(60)}${cells.join("")}`.trimEnd());
}

const broken = [...brokenFloors(floors, pages), ...brokenCeilings(ceilings, counts, breaks)];
for (const sentence of broken) console.error(sentence);
process.exitCode = broken.length > 0 ? 1 : 0;

function printRow(name, cells) {
  const written = cells.map((cell) => (typeof cell === "number" ? cell.toFixed(3) : (cell ?? "")).padStart(12));
  console.log(`${name.padEnd(36)}${written.join("")}`.trimEnd());
}
