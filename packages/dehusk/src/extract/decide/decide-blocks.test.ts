import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contentScored } from "../../detect/testing/scored-blocks.ts";
import { parse } from "../../page/index.ts";
import { presetRules } from "../presets.ts";
import { type BlockDecision, decideBlocks } from "./decide-blocks.ts";
import { findUnits } from "./find-units.ts";
import { type JudgedText, judgedContent } from "./judged-text.ts";
import { unitCosts } from "./unit-costs.ts";
import { type UnitTree, unitKinds } from "./unit-tree.ts";

const folder = new URL("../../../../../examples/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".html"));
const rule = presetRules.balanced;
const free = { ...unitCosts, splitCost: unitKinds.map(() => 0) };

function judged(name: string): JudgedText {
  return judgedContent(contentScored(parse(readFileSync(new URL(name, folder)))));
}

/** The blocks decided on one kind of ground. */
function blocksBy(decision: BlockDecision, by: string): number[] {
  return [...decision.kept.keys()].filter((block) => decision.groundOf(block).by === by);
}

/** The same text with another probability for some blocks. */
function withChance(text: JudgedText, blocks: readonly number[], chance: number): JudgedText {
  return { ...text, chance: text.chance.map((own, b) => (blocks.includes(b) ? chance : own)) };
}

function isIn({ unit, parent }: UnitTree, block: number, wanted: number): boolean {
  for (let up = unit[block]; up >= 0; up = parent[up]) if (up === wanted) return true;
  return false;
}

/** Without its ground, a block is decided differently. */
describe.each(names)("%s: the named ground did decide", (name) => {
  const text = judged(name);
  const decision = decideBlocks(text, rule);

  test("a block's own probability", () => {
    for (const block of blocksBy(decision, "chance").slice(0, 40)) {
      const isKept = decision.kept[block] === 1;
      expect(text.chance[block] > decision.barOf(block)).toBe(isKept);
    }
  });

  test("the whole of a unit: without costs, each block is decided by itself", () => {
    const apart = decideBlocks(text, rule, free);
    for (const block of blocksBy(decision, "unit")) {
      expect(apart.groundOf(block).by).not.toBe("unit");
      const isAdjusted = ["cards", "midst"].includes(apart.groundOf(block).by);
      expect(apart.kept[block] === 1).toBe(text.chance[block] > apart.barOf(block) !== isAdjusted);
    }
  });

  test("similar cards: with another probability for all of them, a block is decided differently", () => {
    for (const block of blocksBy(decision, "cards")) {
      const changed = decideBlocks(withChance(text, [...text.chance.keys()], text.chance[block]), rule);
      expect(changed.groundOf(block).by).not.toBe("cards");
    }
  });

  test("the text around a table: if that is unlikely, the table does not count as surrounded", () => {
    const embedded = blocksBy(decision, "midst");
    const others = [...text.chance.keys()].filter((block) => !embedded.includes(block));
    const alone = decideBlocks(withChance(text, others, 0.3), rule);
    for (const block of embedded) expect(alone.groundOf(block).by).not.toBe("midst");
  });

  test("a heading's section: both are kept or dropped together", () => {
    const units = findUnits(text.view);
    for (const block of blocksBy(decision, "heading")) {
      const section = units.heading.indexOf(block);
      const below = [...text.chance.keys()].filter((other) => other !== block && isIn(units, other, section));
      const isKept = decision.kept[block] === 1;
      const changed = decideBlocks(withChance(text, below, isKept ? 0 : 1), rule);
      expect([block, changed.kept[block]]).toEqual([block, isKept ? 0 : 1]);
    }
  });

  test("a copy and a comment are left out for that reason alone", () => {
    for (const block of blocksBy(decision, "comment")) {
      const kept = decideBlocks(text, { ...rule, comments: "always" });
      expect(kept.groundOf(block).by).not.toBe("comment");
    }
    for (const block of blocksBy(decision, "copy")) expect(decision.kept[block]).toBe(0);
  });
});

describe("grounds", () => {
  let said = 0;
  /** Words that occur nowhere else. */
  const words = (count: number) => Array.from({ length: count }, () => `word${said++} `).join("");
  const again = words(20);
  const title = "how the old mill on the upper brook was saved";
  const decide = (html: string, chances: readonly number[]) => {
    const scored = contentScored(parse(html));
    return decideBlocks({ ...judgedContent(scored), chance: Float64Array.from(chances) }, rule);
  };

  test.each<[string, string, number[], string[]]>([
    ["chance", `<p>${words(40)}<p>${words(4)}`, [0.9, 0.1], ["1 chance", "0 chance"]],
    [
      "a list whole",
      `<ul><li>${words(9)}<li>${words(9)}<li>no</ul>`,
      [0.9, 0.9, 0.2],
      ["1 chance", "1 chance", "1 list"],
    ],
    [
      "a list out",
      `<p>${words(40)}<ul><li>${words(2)}<li>${words(9)}</ul>`,
      [0.9, 0.6, 0.1],
      ["1 chance", "0 list", "0 chance"],
    ],
    ["a heading of something", `<h2>Head</h2><p>${words(40)}`, [0.3, 0.9], ["1 heading", "1 chance"]],
    [
      "a heading of nothing",
      `<p>${words(40)}<h2>Head</h2><p>${words(12)}`,
      [0.9, 0.9, 0.1],
      ["1 chance", "0 heading", "0 chance"],
    ],
    [
      "a table in the midst",
      `<p>${words(60)}<table><tr><th>a<th>b<tr><td>c<td>d</table>`,
      [0.95, 0.3, 0.3, 0.3, 0.3],
      ["1 chance", "1 midst", "1 midst", "1 midst", "1 midst"],
    ],
    [
      "a caption by name beside likely text, though the rest of the page is not likely",
      `<p>${words(60)}<div class=thumb><img src=a><div class=caption>${words(6)}</div></div><p>${words(40)}<p>${words(200)}y`,
      [0.9, 0.25, 0.8, 0.1],
      ["1 chance", "1 midst", "1 chance", "0 chance"],
    ],
    [
      "but not words beside a picture that have no such name",
      `<p>${words(60)}<div class=thumb><img src=a><div>${words(6)}</div></div><p>${words(40)}<p>${words(200)}y`,
      [0.9, 0.25, 0.8, 0.1],
      ["1 chance", "0 chance", "1 chance", "0 chance"],
    ],
    [
      "code in the midst of a short page",
      `<p>${words(8)}<pre>x</pre><p>${words(9)}y`,
      [0.9, 0.02, 0.9],
      ["1 chance", "1 midst", "1 chance"],
    ],
    [
      "cards of one make",
      `<p>${words(60)}${[1, 2, 3].map((n) => `<div><p>Day ${n}<p>${words(20)}${n}</div>`).join("")}`,
      [0.9, 0.9, 0.9, 0.9, 0.9, 0.2, 0.9],
      ["1 chance", "1 chance", "1 chance", "1 chance", "1 chance", "1 cards", "1 chance"],
    ],
    [
      "short ones too",
      `<p>${words(60)}${[1, 2, 3].map((n) => `<div><div class=on>Day ${n}</div><a href=/><p>${words(3)}${n}</a></div>`).join("")}`,
      [0.9, 0.1, 0.9, 0.6, 0.9, 0.1, 0.2],
      ["1 chance", "0 chance", "1 chance", "0 cards", "1 chance", "0 chance", "1 cards"],
    ],
    ["a copy", `<p>${again}<p>other<div>${again}</div>`, [0.9, 0.9, 0.9], ["1 chance", "1 chance", "0 copy"]],
    [
      "a copy in an item",
      `<p>${again}<ul><li>${words(12)}<p>${again}<li>${words(9)}</ul>`,
      [0.9, 0.9, 0.9, 0.9],
      ["1 chance", "1 chance", "0 copy", "1 chance"],
    ],
    [
      "a heading of nothing but a copy",
      `<p>${again}<h2>Head</h2><div>${again}</div>`,
      [0.9, 0.9, 0.9],
      ["1 chance", "0 heading", "0 copy"],
    ],
    [
      "a heading that a table of contents, which is left out, has too",
      `<div><p>${title}</p></div><section><h2>${title}</h2><p>${words(40)}</p></section>`,
      [0.1, 0.3, 0.9],
      ["0 chance", "1 heading", "1 chance"],
    ],
    [
      "a copy of what is left out with its list",
      `<p>${words(40)}<ul><li>${again}<li>${words(60)}</ul><p>x<p>${again}`,
      [0.9, 0.9, 0.05, 0.1, 0.8],
      ["1 chance", "0 list", "0 chance", "0 chance", "1 chance"],
    ],
  ])("%s", (_, html, chances, expected) => {
    const decision = decide(html, chances);
    const grounds = [...decision.kept].map((kept, block) => {
      const ground = decision.groundOf(block);
      return `${kept} ${ground.by === "unit" ? ground.unit : ground.by}`;
    });
    expect(grounds).toEqual(expected);
  });
});
