import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { scoredBlocks } from "../../detect/testing/scored-blocks.ts";
import { type BlockFeature, blockFeatureNames } from "../../features/index.ts";
import { parse } from "../../page/index.ts";
import { type BlockFacts, factsOf } from "./block-facts.ts";
import { familiesOf, ownLook, reasonFamilies } from "./reason-families.ts";
import type { ReasonFamily } from "./reason-family.ts";

const names = blockFeatureNames;

const membersOf = (family: ReasonFamily) => names.filter((name) => familiesOf(name).includes(family));

test("every feature belongs to one family, except those that pass on their contribution", () => {
  expect(names.filter((name) => familiesOf(name).length !== 1)).toEqual([...ownLook]);
  for (const family of reasonFamilies) {
    expect(membersOf(family).length).toBeGreaterThan(0);
    for (const name of family.features) if (typeof name === "string") expect(names).toContain(name);
  }
});

const examples = new URL("../../../../../examples/", import.meta.url);
const pages = readdirSync(examples).filter((name) => name.endsWith(".html"));
const facts = pages.flatMap((name): BlockFacts[] => {
  const page = parse(readFileSync(new URL(name, examples)));
  const blocks = scoredBlocks(page);
  return Array.from(blocks.chance, (_, block) => factsOf(page, blocks, block));
});

/** Feature names that could not be words of a sentence. */
const rawNames = names.filter((name) => /[A-Z0-9]/.test(name));

function expectSensible(sentence: string): void {
  const plain = sentence.replace(/“[^”]*”/g, "“”");
  const bad =
    /NaN|undefined|null|Infinity|\d\.\d{4}|-\d|\s\s|^\s|\s$|^$|[.;]$/.test(plain) ||
    rawNames.some((name) => plain.includes(name)) ||
    sentence.length > 160;
  if (bad) throw new Error(`No sentence for a person: ${JSON.stringify(sentence)}`);
}

describe.each(reasonFamilies.map((family) => [membersOf(family).join(" ").slice(0, 60), family] as const))(
  "%s",
  (_, family) => {
    test("has sentences for people, whatever feature leads", () => {
      const members = membersOf(family);
      let said = 0;
      for (const own of facts) {
        for (const lead of members) {
          const leading = [lead, ...members.filter((name) => name !== lead)];
          for (const forContent of [true, false]) {
            const sentence = family.say(own, leading, forContent);
            if (sentence === undefined) continue;
            expectSensible(sentence);
            said++;
          }
        }
      }
      expect(said).toBeGreaterThan(0);
    });
  },
);

/** The reason of a feature's family for the block with a text, if that feature leads. */
function said(html: string, text: string, feature: BlockFeature, forContent: boolean): string | undefined {
  const page = parse(html);
  const blocks = scoredBlocks(page);
  const texts = Array.from(page.blocks.first, (first, b) =>
    page.text.slice(page.textFrom[first], page.textTo[page.blocks.last[b] + 1]).trim(),
  );
  const [family] = familiesOf(feature);
  return family?.say(factsOf(page, blocks, texts.indexOf(text)), [feature], forContent);
}

describe("sentences describe the page", () => {
  const prose = "The harbour was calm, and nobody saw the boat that came in, they said. ".repeat(4);
  const page = `<title>The calm harbour</title><nav class="main-nav menu"><a href=/>Subscribe</a></nav>
    <main><h1>The calm harbour</h1><p>${prose}</p><p>Half <a href=/x>link</a></p></main>
    <aside class=sidebar><h2>Related links</h2><ul><li><a href=/a>Share</a><li><a href=/b>Share</a><li>2024</ul></aside>`;

  test.each<[string, BlockFeature, boolean, string | undefined]>([
    ["Subscribe", "blockWords", false, "it is 1 word long"],
    ["Subscribe", "blockWords", true, undefined],
    ["Subscribe", "blockLinks", false, "it is all links"],
    ["Half link", "blockLinks", false, "50 % of its text is links"],
    ["Half link", "blockWords", false, "it is 2 words long"],
    [prose.trim(), "blockWords", true, "it is 56 words long"],
    [prose.trim(), "blockLinks", true, "it has no links"],
    [prose.trim(), "blockSentences", true, "it is written in sentences (4)"],
    [prose.trim(), "inMainPart", true, "it is in the part with most of the running text"],
    [prose.trim(), "headingTitle", true, "the heading above it matches the page's title"],
    ["The calm harbour", "blockTitle", true, "it matches the page's title"],
    ["Subscribe", "inNavigation", false, "it is in a navigation element"],
    ["Share", "inMain", false, "it is outside the main element"],
    ["Share", "copies", false, "the same text is on the page twice"],
    ["Half link", "copies", true, "its text is on the page only once"],
    ["2024", "blockDigits", false, "100 % of its characters are digits"],
    ["Share", "isItem", false, "it is an item of a list"],
    ["Share", "nameLeast", false, "it is in an element named “sidebar”"],
    ["Subscribe", "wordLeast", false, "it is a word typical of menus and footers"],
    ["Share", "wordHeading", false, "the heading above it, “Related links”, is typical of boxes and lists"],
    ["Subscribe", "pastHeadline", false, "it comes before the headline"],
    ["Subscribe", "proseBefore", false, "it comes before the page's running text"],
  ])("“%.20s” by %s, for content: %s", (text, feature, forContent, sentence) => {
    expect(said(page, text, feature, forContent)).toBe(sentence);
  });

  test("names and words of a hostile page are short and contain no terminal commands", () => {
    const name = `sidebar-${"x".repeat(3000)}`;
    const html = `<div class="menu\u001b[2J ${name}"><h2>Related\u202e links ${"y".repeat(3000)}</h2><p>Share this`;
    for (const feature of names.filter((own) => !ownLook.includes(own))) {
      for (const forContent of [true, false]) {
        const sentence = said(html, "Share this", feature, forContent) ?? "";
        expect(sentence.length).toBeLessThan(160);
        expect(sentence).not.toMatch(/[\0-\x1f\u202e]/);
      }
    }
  });
});
