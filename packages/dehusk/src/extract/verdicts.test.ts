import { describe, expect, test } from "vitest";
import { type ScoredBlocks, type TextKind, textKinds } from "../detect/index.ts";
import { scoredBlocks } from "../detect/testing/scored-blocks.ts";
import { parse } from "../page/index.ts";
import { verdictsOf } from "./verdicts.ts";

/** A block as it was found and decided for. */
interface Case {
  readonly html: string;
  readonly chance: number;
  readonly kept: boolean;
  readonly kind?: TextKind;
}

/** What is said of each block. */
function verdicts(cases: readonly Case[], around = (html: string) => html): string[][] {
  const page = parse(around(cases.map(({ html }) => html).join("")));
  const scored = scoredBlocks(page);
  expect(page.blocks.count).toBe(cases.length);
  const blocks: ScoredBlocks = {
    ...scored,
    chance: Float64Array.from(cases, ({ chance }) => chance),
    kind: Uint8Array.from(cases, ({ kind = "article" }) => textKinds.indexOf(kind)),
  };
  const kept = new Uint8Array(page.size);
  for (const [b, own] of cases.entries()) kept.fill(own.kept ? 1 : 0, page.blocks.first[b], page.blocks.last[b] + 1);
  const verdictOf = verdictsOf(page, blocks, kept);
  return cases.map((_, b) => verdictOf(b));
}

const likely = { html: "<p>Likely</p>", chance: 0.9, kept: true };

describe("how likely a block is to be content", () => {
  test("is all that is said of what was decided by that", () => {
    expect(verdicts([likely, { html: "<p>Menu</p>", chance: 0.07, kept: false }])).toEqual([
      ["90 % likely to be content"],
      ["7 % likely to be content"],
    ]);
  });

  test("is never said to be sure", () => {
    const almost = { html: "<p>Likely</p>", chance: 0.9999, kept: true };
    expect(verdicts([almost, { html: "<p>Menu</p>", chance: 0.0001, kept: false }])).toEqual([
      ["more than 99 % likely to be content"],
      ["less than 1 % likely to be content"],
    ]);
  });
});

describe("kept though rather no content", () => {
  test("on a page with little that is likelier", () => {
    const all = verdicts([0.3, 0.25].map((chance) => ({ html: "<p>Short</p>", chance, kept: true })));
    for (const [, why] of all) expect(why).toBe("kept because the page has little that is likelier");
  });

  test("to lose no content", () => {
    expect(verdicts([likely, { html: "<p>Short</p>", chance: 0.45, kept: true }])[1]).toEqual([
      "45 % likely to be content",
      "kept all the same, to lose no content",
    ]);
  });

  test("as headline, caption, code or cell", () => {
    const low = { chance: 0.1, kept: true };
    const headline = { html: "<h1>Headline</h1>", ...low };
    const caption = { html: "<figure><img src=x><figcaption>Caption</figcaption></figure>", ...low };
    const code = { html: "<pre>code()</pre>", ...low };
    expect(verdicts([headline, likely, caption, code]).map(([, why]) => why)).toEqual([
      "it is the headline of what follows",
      undefined,
      "it goes with the figure that it is part of",
      "it goes with the code that it is part of",
    ]);
    const cell = { html: "<td>2</td>", chance: 0.8, kept: true };
    const header = { html: "<th>Number</th>", ...low };
    const table = (html: string) => `<table><tr>${html}</tr></table>`;
    expect(verdicts([header, cell], table).map(([, why]) => why)).toEqual([
      "it goes with the table that it is part of",
      undefined,
    ]);
  });
});

describe("dropped though rather content", () => {
  const dropped = { chance: 0.7, kept: false };

  test("as a reader's comment", () => {
    const comment: Case = { html: "<p>I agree</p>", kind: "comment", chance: 0.95, kept: false };
    const why = "it is a reader's comment, which this preset leaves out";
    expect(verdicts([likely, comment])[1]).toEqual(["95 % likely to be content", why]);
    // Nothing else is there, so nothing is kept.
    expect(verdicts([comment])[0]?.[1]).toBe(why);
    expect(verdicts([comment, { ...comment, chance: 0.05 }])[1]).toEqual(["5 % likely to be content"]);
  });

  test("with the code that it is part of", () => {
    expect(
      verdicts([
        { ...likely, chance: 0.6 },
        { html: "<pre>code()</pre>", ...dropped },
      ])[1]?.[1],
    ).toBe("it goes with the code that it is part of, most of which is no content");
  });

  test("where what is kept is likelier", () => {
    expect(verdicts([likely, { html: "<p>Middling</p>", ...dropped }])[1]?.[1]).toBe(
      "dropped all the same, as what is kept is likelier",
    );
  });
});
