import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  blockClassifiers,
  blockDetector,
  leadingFeatures,
  openModel,
  pageLevelModel,
  scorePage,
  textKinds,
} from "../detect/index.ts";
import { madeUpBlockModel } from "../detect/testing/made-up-template-block-model.ts";
import { blockFeatureNames } from "../features/index.ts";
import { nodeAt, parse } from "../page/index.ts";
import { extract } from "./extract.ts";
import { siteWithNote } from "./testing/site-with-note.ts";

const example = (name: string) => readFileSync(new URL(`../../../../examples/${name}.html`, import.meta.url), "utf8");
const names = ["article", "forum-thread", "listing", "product", "qa", "recipe", "table-layout-1999", "thai"];

describe("with the content model", () => {
  const blocks = extract(example("article")).explain();
  const blockWith = (text: string) => blocks.find((block) => block.text.includes(text));

  test("a kept block has a probability, a kind and reasons for content", () => {
    const block = blockWith("It was the first time the Saltmere");
    expect(block).toMatchObject({ kept: true, kind: "article" });
    expect(block?.chance).toBeGreaterThan(0.9);
    expect(block?.templateness).toBeLessThan(0.5);
    expect(block?.reasons[0]).toMatch(/^(?:more than )?9\d % likely to be content$/);
    expect(block?.reasons.length).toBeGreaterThan(2);
  });

  test("a dropped block has no kind and reasons for a template", () => {
    const block = blockWith("Subscribe");
    expect(block).toMatchObject({ kept: false, kind: null });
    expect(block?.chance).toBeLessThan(0.1);
    expect(block?.reasons[0]).toMatch(/^(?:less than )?\d % likely to be content$/);
    expect(block?.reasons.slice(1).join("; ")).toMatch(
      /it is a word typical of menus|it is all links|it is 1 word long/,
    );
  });

  test("the cells of a table are kept with it, with that reason", () => {
    const blocks = names.flatMap((name) => extract(example(name)).explain());
    const unlikely = blocks.filter(({ path, kept, chance }) => path?.includes("/table") && kept && (chance ?? 1) < 0.4);
    expect(unlikely.length).toBeGreaterThan(0);
    for (const { reasons } of unlikely) {
      expect(reasons[1]).toMatch(
        /^(?:it is surrounded by text that is kept|the table that it is part of is kept whole|it is one of several facts .*)$/,
      );
    }
  });

  test.each(names)("%s: all is for people, and fits with what was decided", (name) => {
    for (const { kept, chance, kind, templateness, rule, reasons } of extract(example(name)).explain()) {
      expect(new Set(reasons).size).toBe(reasons.length);
      if (chance === null) {
        expect({ kept, kind, isHidden: templateness === null }).toEqual({
          kept: false,
          kind: null,
          isHidden: rule === "hidden",
        });
        continue;
      }
      expect(chance >= 0 && chance <= 1 && Number(chance.toFixed(3)) === chance).toBe(true);
      expect(reasons[0]).toMatch(/^(?:more than |less than )?\d+ % likely to be content$/);
      expect(reasons.length).toBeLessThanOrEqual(6);
      expect(kind === null).toBe(!kept && chance < 0.5);
      if (kind !== null) expect(textKinds).toContain(kind);
      const why = reasons.slice(1, 3).join("; ");
      if (kept && chance < 0.499) {
        expect(why).toMatch(
          /on this page a block like this is kept at|kept whole|surrounded by text|the heading of|the title|cards like this one|one of several facts/,
        );
      }
      if (!kept && chance >= 0.501) {
        expect(why).toMatch(
          /on this page a block like this is kept at|left out|nothing below|same text|reader's comment|signature|paid for|written|where on its site|cards like this one/,
        );
      }
      const plain = reasons.join("; ").replace(/“[^”]*”/g, "");
      expect(plain).not.toMatch(/NaN|undefined|Infinity|\d\.\d{4}/);
      for (const feature of blockFeatureNames) {
        if (/[A-Z]/.test(feature)) expect(plain).not.toContain(feature);
      }
    }
  });

  test("posts of a thread are distinguished from other text", () => {
    const kinds = extract(example("forum-thread"))
      .explain()
      .filter(({ kept }) => kept)
      .map(({ kind }) => kind);
    expect(kinds).toContain("post");
    expect(kinds).not.toContain(null);
  });

  test("gives the same each time", () => {
    expect(extract(example("article")).explain()).toEqual(blocks);
  });
});

test("an endless list of class names takes no longer to explain than none", () => {
  const time = (names: string): number => {
    const result = extract(`<div class="${names}">${"<p>x</p>".repeat(4000)}</div>`);
    const start = performance.now();
    result.explain();
    return performance.now() - start;
  };
  time("");
  const without = time("");
  expect(time("a ".repeat(80_000))).toBeLessThan(20 * without);
});

test("what the site repeats says that first", () => {
  const { site, unseen } = siteWithNote();
  const [known, ...others] = extract(unseen, { site }).explain();
  expect(known?.text).toContain("Our office");
  expect(known?.reasons[0]).toBe("many pages of the site have it");
  expect(known?.reasons[1]).toMatch(/ likely to be content$/);
  for (const { reasons } of [...others, ...extract(unseen).explain()]) {
    expect(reasons[0]).toMatch(/ likely to be content$/);
  }
});

describe("with a page-level model", () => {
  const blocks = extract(example("article"), { model: pageLevelModel }).explain();

  test("a block has a section, and neither probability nor kind", () => {
    const block = blocks.find(({ text }) => text.includes("It was the first time the Saltmere"));
    expect(block).toMatchObject({ kept: true, chance: null, kind: null });
    expect(block?.templateness).toBeLessThan(0.5);
    expect(block?.reasons[0]).toMatch(
      /^it is in (?:the main part of the page|a part of the page, \w+), that is (?:less than )?\d+ % template$/,
    );
    expect(block?.reasons.at(-1)).toMatch(/^.+ \(\w+ -?[\d.e+-]+\)$/);
  });

  test("names the features that support the decision", () => {
    const page = parse(example("article"));
    const scored = scorePage(page, { model: pageLevelModel });
    for (const { path, kept, reasons, rule, templateness } of blocks) {
      // A label is left out whatever was decided.
      if (path === null || templateness === null || rule === "label") continue;
      const place = scored.tree.place[nodeAt(page, path)];
      const features = leadingFeatures(scored, place, !kept, 3).map(({ name }) => name);
      const named = reasons
        .map((reason) => / \((\w+) -?[\d.e+-]+\)$/.exec(reason)?.[1])
        .filter((name) => name !== undefined);
      expect(named).toEqual(features);
    }
  });
});

describe("with a block detector", () => {
  // A block of at least half links is a template: see madeUpBlockModel.
  const model = blockDetector(madeUpBlockModel, "rf", { recall: 0.5 });
  const links = "<a href=/a>One link that says a few words</a> <a href=/b>another link that says more</a> ".repeat(4);
  const prose = "Words that nobody has put into a link, so many of them that they are a story. ".repeat(12);
  const html = `<p>Alone</p><div>${prose}</div><ul>${links}</ul>`;

  test("gives the score of a block and the threshold", () => {
    const [alone, story, menu] = extract(html, { model }).explain();
    expect(alone).toMatchObject({ kept: true, chance: null, kind: null });
    expect(alone?.reasons).toEqual(["it is in no block of text that is long enough to be judged"]);
    expect(story).toMatchObject({ kept: true, chance: null, kind: null });
    expect(story?.reasons).toEqual([
      "the block around it, div, does not look like a template: score 0.2, at 0.5 or more it would be one",
    ]);
    expect(menu).toMatchObject({ kept: false, chance: null, kind: null });
    expect(menu?.reasons).toEqual([
      "the block around it, ul, looks like a template: score 0.8, at 0.5 or more it is one",
    ]);
  });

  test("of nested blocks, the smallest is named", () => {
    const blocks = extract(`<div>${prose}<ul>${links}</ul></div>`, { model }).explain();
    expect(blocks.map(({ reasons }) => /around it, (\w+),/.exec(reasons[0])?.[1])).toEqual(["div", "ul"]);
  });

  test("what the site repeats says that first", () => {
    const { site, unseen } = siteWithNote();
    const [known, ...others] = extract(unseen, { site, model }).explain();
    expect(known?.kept).toBe(false);
    expect(known?.reasons).toEqual([
      "many pages of the site have it",
      "the block around it, div, does not look like a template: score 0.2, at 0.5 or more it would be one",
      expect.stringMatching(/^it is in .* that is 8\d % template$/),
    ]);
    for (const { reasons } of others) expect(reasons[0]).toMatch(/^the block around it/);
  });

  test("a page of templates alone keeps something, and says why", () => {
    const [menu] = extract(`<ul>${links}</ul>`, { model }).explain();
    expect(menu?.kept).toBe(true);
    expect(menu?.reasons.at(-1)).toMatch(/^on this page a block like this is kept at \d+ % or more$/);
  });

  test.each(names)("%s: all is for people, and fits with what was decided", async (name) => {
    const { model: shipped } = await openModel("blocks-rf");
    for (const classifier of blockClassifiers) {
      const detector = blockDetector(shipped, classifier, { recall: 0.5 });
      for (const { kept, chance, templateness, reasons } of extract(example(name), { model: detector }).explain()) {
        expect(chance).toBeNull();
        if (templateness === null) continue;
        const text = reasons.join("; ");
        expect(text).not.toMatch(/NaN|undefined|Infinity|\d\.\d{4}/);
        // A block that looks like a template and is kept, or the other way round, says why.
        const looks = / looks like a template/.test(text);
        if (looks === kept) expect(reasons.length).toBeGreaterThan(1);
      }
    }
  });
});

describe("with any model", () => {
  test("says why hidden text is hidden", () => {
    const hidden = extract("<p>Seen words<p hidden>one<p aria-hidden=true>two<p style='display:none'>three").explain();
    const unknown = { kept: false, templateness: null, chance: null, kind: null };
    expect(hidden.slice(1)).toMatchObject([
      { ...unknown, text: "one", reasons: ["it is in an element marked as hidden"] },
      { ...unknown, text: "two", reasons: ["it is in an element marked aria-hidden"] },
      { ...unknown, text: "three", reasons: ["its style keeps it from being shown"] },
    ]);
  });

  test("if everything is kept, nothing was decided", () => {
    const [block] = extract("<p>Seen words", { preset: "everything" }).explain();
    expect(block).toMatchObject({ kept: true, templateness: null, chance: null, kind: null, reasons: ["it is shown"] });
  });

  test("kept blocks are those in the content", () => {
    const { text, explain } = extract(example("qa"));
    const plain = (string: string) => string.replace(/\s+/g, " ");
    const kept = explain().filter((block) => block.kept);
    expect(kept.length).toBeGreaterThan(10);
    for (const block of kept) expect(plain(text)).toContain(plain(block.text).slice(0, 40));
  });

  test("deep and long pages are explained", () => {
    const page = parse("<div class=menu>x ".repeat(20_000), { limits: { depth: 100_000, nodes: 300_000 } });
    expect(extract(page).explain()).toHaveLength(20_000);
  });
});
