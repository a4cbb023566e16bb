import assert from "node:assert/strict";
import { test } from "node:test";
import { choosePages } from "./choose-pages.mjs";
import { renderParts } from "./render.mjs";
import { Tally } from "./tally.mjs";

const NONE = { formulas: [], codes: [], cells: [], items: [], images: [], links: [], notes: [] };
const page = (parts) => ({ url: null, parts: { ...NONE, ...parts } });

test("pages weigh the same, whatever the number of their parts; a failure keeps nothing", () => {
  const tally = new Tally();
  assert.deepEqual(tally.add("- a\n- b\n- c", page({ items: ["a", "b", "c"] })), []);
  assert.deepEqual(tally.add(null, page({ items: ["d"] })), [{ kind: "list items", part: "d" }]);
  const { errors, kinds } = tally.summary();
  assert.equal(errors, 1);
  assert.deepEqual(kinds["list items"], { share: 0.5, pages: 2, parts: 4, kept: 3 });
  assert.equal(kinds.links, null);
});

test("the best of each row is marked, with all that are printed alike", () => {
  const summaries = ["- a", "- a", ""].map((markdown) => {
    const tally = new Tally();
    tally.add(markdown, page({ items: ["a"] }));
    return tally.summary();
  });
  const [, , row, errors] = renderParts({ x: summaries[0], y: summaries[1], z: summaries[2] }).split("\n");
  assert.equal(row, "| list items | 1 | 1 | **100.0 %** | **100.0 %** | 0.0 % |");
  assert.match(errors, /^\| errors/u);
});

test("pages with rare kinds of parts are chosen first, in the order of the set", () => {
  const plain = page({ links: [{}] });
  const rare = page({ links: [{}], notes: [{}] });
  assert.deepEqual(choosePages([page({}), plain, plain, rare], 2), [plain, rare]);
  assert.deepEqual(choosePages([page({}), plain], 2), [plain]);
});
