import { expect, test } from "vitest";
import { contentScored } from "../../detect/testing/scored-blocks.ts";
import { parse } from "../../page/index.ts";
import { presetRules } from "../presets.ts";
import { decideBlocks } from "./decide-blocks.ts";
import { judgedContent } from "./judged-text.ts";

const sentence = "The heap is turned in spring and again in autumn when the leaves are down and damp";

/** Verdicts on the blocks of a page, each with this chance. */
function verdicts(html: string, chance: readonly number[]): string[] {
  const text = judgedContent(contentScored(parse(html)));
  const decision = decideBlocks({ ...text, chance: Float64Array.from(chance) }, presetRules.balanced);
  return chance.map((_, block) => `${decision.kept[block]} ${decision.groundOf(block).by}`);
}

test("a list goes with the sentence that leads to it, if the text after it is likely too", () => {
  const html = (lead: string): string =>
    `<div><p>${sentence} ${lead}</p><ul><li>green leaves and stalks</li><li>brown straw</li></ul><h2>Then</h2><p>${sentence}</p></div>`;
  const led = verdicts(html("with these:"), [0.9, 0.2, 0.2, 0.5, 0.9]);
  expect(led.slice(1, 3)).toEqual(["1 midst", "1 midst"]);
  expect(verdicts(html("with these:"), [0.9, 0.05, 0.05, 0.5, 0.9])[1]).not.toContain("midst");
  expect(verdicts(html("with these:"), [0.9, 0.2, 0.2, 0.5, 0.3])[1]).not.toContain("midst");
  expect(verdicts(html("with these."), [0.9, 0.2, 0.2, 0.5, 0.9])[1]).not.toContain("midst");
});
