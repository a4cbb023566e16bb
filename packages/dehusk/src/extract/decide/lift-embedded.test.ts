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

test("a list of definitions goes with likely text around it", () => {
  const html = `<article><p>${sentence}</p><p>${sentence}</p><dl><dt>The mill</dt><dd>Open on Fridays</dd><dd>Bus 12</dd></dl></article>`;
  expect(verdicts(html, [0.95, 0.95, 0.5, 0.3, 0.3]).slice(3)).toEqual(["1 midst", "1 midst"]);
  expect(verdicts(html, [0.95, 0.95, 0.1, 0.1, 0.1]).slice(2).join()).not.toContain("midst");
  expect(verdicts(html, [0.6, 0.6, 0.5, 0.3, 0.3]).slice(2).join()).not.toContain("midst");
});

test("the source of a quotation goes with what is quoted", () => {
  const quote = `<p>${sentence}</p><blockquote><p>All night the rain came down on the leaves and by morning it steamed</p><footer>From a diary, in July</footer></blockquote><p>${sentence}</p>`;
  expect(verdicts(quote, [0.9, 0.9, 0.3, 0.9])[2]).toBe("1 midst");
  expect(verdicts(quote, [0.9, 0.5, 0.3, 0.9])[2]).not.toContain("midst");
  const post = (name: string) =>
    `<div class=${name}><div>Quote: by <b>kW</b></div><div>${sentence}</div></div><p>Yes</p>`;
  expect(verdicts(post("bbcode_quote"), [0.3, 0.9, 0.9])[0]).toBe("1 midst");
  expect(verdicts(post("share"), [0.3, 0.9, 0.9])[0]).not.toContain("midst");
});

test("a likely caption stays although the text around its figure is less likely", () => {
  const figure = `<header><p>Words by one, pictures by another, in the issue of autumn, which costs four crowns</p><figure><img src=a.jpg><figcaption>The heap in spring</figcaption></figure></header>`;
  const more = "By June it has sunk to half of its height and smells of nothing but the woods after a week of rain";
  const story = `<p>${sentence}</p><p>${more}</p>`;
  expect(verdicts(figure + story, [0.4, 0.44, 0.99, 0.99])[1]).toBe("1 midst");
  expect(verdicts(figure + story, [0.4, 0.3, 0.99, 0.99])[1]).toBe("0 chance");
});
