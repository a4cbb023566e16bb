import { expect, test } from "vitest";
import { contentScored } from "../../detect/testing/scored-blocks.ts";
import { parse } from "../../page/index.ts";
import { presetRules } from "../presets.ts";
import { decideBlocks } from "./decide-blocks.ts";
import { judgedContent } from "./judged-text.ts";
import { isShortPage } from "./lift-short.ts";

/** The verdicts on the blocks of a page with these probabilities. */
function verdicts(html: string, chance: readonly number[]): string[] {
  const page = parse(html);
  const text = judgedContent(contentScored(page));
  const judged = { ...text, chance: text.chance.map((_, b) => chance[b]), isShort: isShortPage(page) };
  const decision = decideBlocks(judged, presetRules.balanced);
  return [...decision.kept.keys()].map((b) => `${decision.kept[b]} ${decision.groundOf(b).by}`);
}

const text = "<p>The mill stands still in summer.</p><p>The gate is open.</p><p>Ask Ann for the key.</p>";

test("all of a short page without navigation is kept, what it says twice too", () => {
  expect(verdicts(text, [0.9, 0.3, 0.3])).toEqual(["1 chance", "1 short", "1 short"]);
  const twice = "<p>The wheel turns by night.</p>".repeat(2);
  expect(verdicts(twice, [0.9, 0.9])).toEqual(["1 chance", "1 chance"]);
});

test("not where the page has navigation, links or unlikely text", () => {
  const dropped = ["1 chance", "0 chance", "0 chance"];
  for (const around of ["nav", "header", "footer", "aside", 'div class="side menu"'])
    expect(verdicts(`${text}<${around}></${around.split(" ")[0]}>`, [0.9, 0.3, 0.3])).toEqual(dropped);
  expect(verdicts(text.replaceAll("<p>", "<p><a href=x>"), [0.9, 0.3, 0.3])).toEqual(dropped);
  const linked = text.replace("the key", "<a href=x>the key</a>");
  expect(verdicts(linked, [0.9, 0.3, 0.15])).toEqual(dropped);
  expect(verdicts(text, [0.9, 0.3, 0.15])).toEqual(["1 chance", "1 short", "1 short"]);
  expect(verdicts(text, [0.9, 0.3, 0.05])).toEqual(dropped);
});

test("nor on a long page", () => {
  const long = `<p>${Array.from({ length: 200 }, (_, i) => `word${i}`).join(" ")}</p>`;
  expect(verdicts(`${long}${text}`, [0.9, 0.3, 0.3, 0.3]).slice(1)).toEqual(Array(3).fill("0 chance"));
});
