import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { documentsOf, setCells } from "./documents.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const results = join(root, "bench/results/peers.json");

test("a column's cells are set in the rows that are named, and nowhere else", () => {
  const before =
    "One 0.1\n\n| | F1 | time |\n|---|--:|--:|\n| **us** | 0.9 | 1 |\n| [it](a) | 0.5 | 2 |\n\n| it | 3 |\n";
  const after = before.replace("0.5", "0.6");
  assert.equal(setCells(before, "F1", { it: "0.6" }), after);
});

test("the documents have the figures of the stored run", { skip: !existsSync(results) }, () => {
  const wanted = documentsOf(root, JSON.parse(readFileSync(results, "utf8")));
  for (const [path, text] of Object.entries(wanted)) assert.equal(readFileSync(join(root, path), "utf8"), text, path);
});
