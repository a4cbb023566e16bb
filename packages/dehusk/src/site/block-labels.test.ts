import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DehuskError } from "../basics/index.ts";
import { attribute, type Page, parse } from "../page/index.ts";
import { BlockCounter, BlockLabel, labelBlocks } from "./block-labels.ts";
import type { BlockLabelOptions } from "./block-options.ts";
import { slowLabels } from "./testing/slow-blocks.ts";

const names = { [BlockLabel.Template]: "template", [BlockLabel.NonTemplate]: "non-template" } as const;

function labelsOf(pages: readonly Page[], options?: BlockLabelOptions, order = pages): Map<number, string>[] {
  const counter = new BlockCounter(options);
  for (const page of order) counter.add(page);
  const frequencies = counter.finish();
  return pages.map((page) => {
    const { nodes, labels } = labelBlocks(page, frequencies);
    const found = new Map<number, string>();
    nodes.forEach((node, b) => {
      const label = labels[b];
      if (label !== BlockLabel.Ignored) found.set(node, names[label as keyof typeof names]);
    });
    return found;
  });
}

/** Labels of the last page by id. */
function labelsById(pages: readonly string[], options?: BlockLabelOptions): Record<string, string> {
  const parsed = pages.map((html) => parse(html));
  const last = parsed.at(-1) as Page;
  const labels = labelsOf(parsed, options).at(-1) as Map<number, string>;
  return Object.fromEntries([...labels].map(([node, label]) => [attribute(last, node, "id"), label]));
}

const own = (i: number | string) => `What only page ${i} tells, and nobody else does, ever.`;
const menu = "Home and news and shop and about us and contact";
const div = (id: string, inner: string) => `<div id=${id}>${inner}</div>`;

describe("labelBlocks", () => {
  test("blocks on many pages are templates, on one page non-templates, and a page with both is neither", () => {
    const pages = Array.from({ length: 5 }, (_, i) => div("page", div("menu", menu) + div("text", own(i))));
    expect(labelsById(pages)).toEqual({ menu: "template", text: "non-template" });
  });

  test("a template is on a tenth of the pages, and on two", () => {
    const site = (pages: number, having: number) =>
      Array.from({ length: pages }, (_, i) => div("text", own(i)) + (i >= pages - having ? div("some", menu) : ""));
    expect(labelsById(site(30, 3))["some"]).toBe("template");
    expect(labelsById(site(30, 2))["some"]).toBeUndefined();
    expect(labelsById(site(5, 1))["some"]).toBe("non-template");
    expect(labelsById(site(30, 2), { templateShare: 0.05 })["some"]).toBe("template");
  });

  test("a block on two of many pages is neither, nor are its ancestors", () => {
    const pages = Array.from({ length: 40 }, (_, i) => div("text", own(i)));
    pages.push(div("also", menu), div("around", div("text", own("x")) + div("twice", menu)));
    expect(labelsById(pages)).toEqual({ text: "non-template" });
  });

  test("only the topmost non-template is kept", () => {
    const parts = div("one", own("a")) + div("two", div("inner", own("b")));
    expect(labelsById([div("text", own(0)), div("article", parts)])).toEqual({ article: "non-template" });
    const mixed = div("article", parts) + div("menu", menu);
    expect(labelsById([div("menu", menu), div("page", mixed)])).toEqual({ article: "non-template", menu: "template" });
  });

  test("copies are ignored, but a block with a copy of a template is not a non-template", () => {
    const last = div("menu", menu) + div("around", div("text", own(1)) + div("again", menu)) + div("copy", own(1));
    expect(labelsById([div("menu", menu), last])).toEqual({ menu: "template", text: "non-template" });
  });

  test("a wrapper stands for a child with the same text", () => {
    const pages = Array.from({ length: 3 }, (_, i) => div("o", div("i", menu)) + div("w", div("x", own(i))));
    expect(labelsById(pages)).toEqual({ o: "template", w: "non-template" });
  });

  test("pages with the same text are counted once", () => {
    const counter = new BlockCounter();
    const pages = [1, 2, 2, 2].map((i) => parse(div("text", own(i))));
    for (const page of pages) counter.add(page);
    const frequencies = counter.finish();
    expect([frequencies.pages, frequencies.copies]).toEqual([2, 2]);
    expect([...labelBlocks(pages[3], frequencies).labels]).toEqual([BlockLabel.NonTemplate]);
  });

  test("a page that was not counted has no non-templates", () => {
    const counter = new BlockCounter();
    for (let i = 0; i < 3; i++) counter.add(parse(div("menu", menu) + div("text", own(i))));
    const unknown = parse(div("menu", menu) + div("text", own(9)));
    expect([...labelBlocks(unknown, counter.finish()).labels]).toEqual([BlockLabel.Template, BlockLabel.Ignored]);
  });

  const sentences = ["the first of some sentences", "another one, but longer", "short", "a third thing to say here"];
  const randomPage = fc.letrec<{ node: string; list: string }>((tie) => ({
    list: fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((list) => list.join(" ")),
    node: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      fc
        .tuple(fc.constantFrom(...sentences), fc.constantFrom("", "", " 1", " 2", " 3", " 4"))
        .map((text) => text.join("")),
      fc
        .tuple(fc.constantFrom("div", "li", "b", "td", "table", "small"), tie("list"))
        .map(([name, inner]) => `<${name}>${inner}</${name}>`),
    ),
  })).list;
  const randomSite = fc.array(
    fc.array(randomPage, { minLength: 1, maxLength: 4 }).map((parts) => parts.map((part) => div("x", part)).join("")),
    { minLength: 1, maxLength: 25 },
  );

  test("labels like a slow count of strings", () => {
    const seen = { template: 0, "non-template": 0 };
    fc.assert(
      fc.property(randomSite, (site) => {
        const pages = site.map((html) => parse(html));
        const found = labelsOf(pages, { minimumCharacters: 8 });
        expect(found).toEqual(slowLabels(pages, 8));
        for (const labels of found) for (const label of labels.values()) seen[label as keyof typeof seen]++;
      }),
      { numRuns: 150 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
  });

  test("the order of the pages does not matter", () => {
    fc.assert(
      fc.property(
        randomSite.chain((site) => fc.tuple(fc.constant(site), fc.shuffledSubarray(site, { minLength: site.length }))),
        ([site, shuffled]) => {
          const pages = site.map((html) => parse(html));
          const order = shuffled.map((html) => parse(html));
          const options = { minimumCharacters: 8 };
          expect(labelsOf(pages, options, order)).toEqual(labelsOf(pages, options));
        },
      ),
      { numRuns: 50 },
    );
  });

  test("labels stay right when the table overflows", () => {
    const seen = { template: 0, "non-template": 0 };
    const options = { minimumCharacters: 8, templateShare: 0.3 };
    fc.assert(
      fc.property(randomSite, fc.integer({ min: 8, max: 60 }), (site, maxFingerprints) => {
        const pages = site.map((html, i) => parse(`${html}<p>page ${i}`));
        const exact = labelsOf(pages, options);
        labelsOf(pages, { ...options, maxFingerprints }).forEach((found, p) => {
          const { parent } = pages[p];
          for (const [node, label] of found) {
            // A non-template may be inside one that is no longer known to be unique.
            let at = node;
            while (label === "non-template" && at > 0 && !exact[p]?.has(at)) at = parent[at];
            expect(exact[p]?.get(at)).toBe(label);
            seen[label as keyof typeof seen]++;
          }
        });
      }),
      { numRuns: 100 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
  });

  test("handles 200,000 nested elements", () => {
    const deep = (word: string) =>
      parse(Array.from({ length: 200_000 }, (_, i) => `<div>${word} ${i % 9}`).join(""), { limits: { depth: 1e6 } });
    const [, labels] = labelsOf([deep("word"), deep("other")]);
    expect([...(labels as Map<number, string>).values()]).toEqual(["non-template"]);
  });

  test("invalid options are errors", () => {
    for (const options of [
      { templateShare: 2 },
      { nonTemplatePages: 2 },
      { minimumCharacters: Number.NaN },
      { no: 1 },
    ]) {
      expect(() => new BlockCounter(options)).toThrow(DehuskError);
    }
  });
});
