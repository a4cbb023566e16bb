import { beforeAll, describe, expect, test } from "vitest";
import { detectPage } from "../../detect/detect.ts";
import { type PageLevelModel, readPageLevelModel, writePageLevelModel } from "../../detect/page-level-model.ts";
import { madeUpSite } from "../../detect/testing/made-up-sites.ts";
import { estimateBoxes } from "../../layout/index.ts";
import { parse, tagName, textOf } from "../../page/index.ts";
import { PageLevelTrainer, type TrainOptions } from "./page-level-trainer.ts";

const sites = [0, 1, 2, 3, 4, 5, 7].map(madeUpSite);

function train(options: TrainOptions = {}, pages = 6): PageLevelModel {
  const trainer = new PageLevelTrainer({ pagesPerSite: 4, ...options });
  for (const site of sites) trainer.addSite(site.pages(pages));
  return trainer.finish();
}

describe("training on generated sites", () => {
  let model: PageLevelModel;
  beforeAll(() => {
    model = train({ name: "made up" });
  });

  test("is deterministic", () => {
    expect(writePageLevelModel(train({ name: "made up" }))).toBe(writePageLevelModel(model));
  });

  test("gives the same bytes page by page", () => {
    const trainer = new PageLevelTrainer({ pagesPerSite: 4, name: "made up" });
    for (const site of sites) {
      const open = trainer.startSite();
      for (const page of site.pages(6)) open.add(page);
      trainer.endSite(open);
    }
    expect(trainer.sites).toBe(7);
    expect(writePageLevelModel(trainer.finish())).toBe(writePageLevelModel(model));
  });

  test("gives a model that can be read back", () => {
    expect(readPageLevelModel(writePageLevelModel(model))).toEqual(model);
  });

  test("separates templates on held-out sites", () => {
    const [all, ...ranges] = model.training?.heldOut ?? [];
    expect(all?.rocAuc).toBeGreaterThan(0.9);
    expect(all?.averagePrecision).toBeGreaterThan(0.85);
    expect(all?.calibrationError).toBeLessThan(0.15);
    expect(ranges.length).toBe(model.areas.length);
    expect(ranges.reduce((sum, { nodes }) => sum + nodes, 0)).toBe(all?.nodes);
  });

  test("records what it was trained on", () => {
    expect(model).toMatchObject({ name: "made up", geometry: "estimate" });
    expect(model.training).toMatchObject({
      name: "made up",
      pagesPerSite: 4,
      l2: 0.015,
      seed: 1,
      sites: 7,
      pages: 42,
      pagesTrainedOn: 28,
    });
    expect(model.training?.nodes).toBe(model.training?.heldOut[0]?.nodes);
  });

  test("reports its steps in order", () => {
    const trainer = new PageLevelTrainer({ pagesPerSite: 1 });
    for (const site of sites.slice(0, 4)) trainer.addSite(site.pages(4));
    const steps: string[] = [];
    trainer.finish((step) => steps.push(step));
    expect(steps[0]).toBe("scaling features");
    expect(steps.filter((step) => /training without fold \d of 4/.test(step)).length).toBe(4);
    expect(steps.at(-1)).toBe("training on all sites");
  });

  test.each([6, 8, 9, 10])("separates the menu from the article on site %s, which was not trained on", (number) => {
    const page = parse(madeUpSite(number).html(0));
    const { templateness } = detectPage(page, { model });
    const paragraphs: number[] = [];
    const links: number[] = [];
    for (let i = 1; i < page.size; i++) {
      const value = templateness[i];
      if (tagName(page, i) === "p" && textOf(page, i).length > 80 && !/©/.test(textOf(page, i))) paragraphs.push(value);
      if (tagName(page, i) === "a") links.push(value);
    }
    expect(paragraphs.length).toBeGreaterThan(3);
    expect(links.length).toBeGreaterThan(10);
    expect(Math.max(...paragraphs)).toBeLessThan(0.5);
    const found = links.filter((value) => value > 0.5).length;
    expect(found / links.length).toBeGreaterThan(0.7);
  });
});

describe("pages of a site", () => {
  test("are all counted, and the requested number kept, deterministic by seed", () => {
    const keptOf = (seed: number) => {
      const site = new PageLevelTrainer({ pagesPerSite: 4, seed }).startSite();
      for (const page of madeUpSite(0).pages(30)) site.add(page);
      expect(site.builder.pages).toBe(30);
      return site.kept.map(({ url }) => url);
    };
    expect(keptOf(1).length).toBe(4);
    expect(new Set(keptOf(1)).size).toBe(4);
    expect(keptOf(1)).toEqual(keptOf(1));
    const seen = new Set([1, 2, 3, 4, 5].flatMap(keptOf));
    expect(seen.size).toBeGreaterThan(8);
  });

  test("a site of one page, or of copies of one, teaches nothing", () => {
    const trainer = new PageLevelTrainer();
    trainer.addSite(madeUpSite(0).pages(1));
    const [page] = madeUpSite(1).pages(1);
    if (page !== undefined) trainer.addSite([page, page, page]);
    trainer.addSite([]);
    expect(trainer.sites).toBe(0);
  });
});

test("fewer than four sites are an error", () => {
  const trainer = new PageLevelTrainer({ pagesPerSite: 2 });
  for (const site of sites.slice(0, 3)) trainer.addSite(site.pages(4));
  expect(() => trainer.finish()).toThrow(
    expect.objectContaining({ code: "bad-input", message: "A model needs pages of at least 4 sites; there are 3." }),
  );
});

test("a model is readable even if knots of a scale round to the same value", () => {
  const trainer = new PageLevelTrainer();
  for (let site = 0; site < 4; site++) {
    // Areas that differ in the seventh digit of their logarithm.
    const html = (page: number) =>
      `<nav style="height:300px;width:${700 + site}px"><a href=/>Menu of ${site}</a> and more</nav>
<div style="height:900px;width:${1000 + page / 1000 + site / 10_000}px"><p>Text ${site} ${page} of its own.</p>more</div>`;
    trainer.addSite(Array.from({ length: 6 }, (_, page) => parse(html(page))));
  }
  const model = trainer.finish();
  expect(readPageLevelModel(writePageLevelModel(model)).scales).toEqual(model.scales);
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ["pagesPerSite", { pagesPerSite: 0 }],
  ["pagesPerSite", { pagesPerSite: 1.5 }],
  ["l2", { l2: 0 }],
  ["l2", { l2: Number.NaN }],
  ["l2", { l2: Number.POSITIVE_INFINITY }],
  ["labels", { labels: "mine" }],
  ["rowWeights", { rowWeights: "characters" }],
  ["judged", { judged: "some" }],
  ["spareMixed", { spareMixed: 1 }],
  ["geometry", { geometry: "drawn" }],
  ["seed", { seed: Number.NaN }],
  ["seed", { seed: 0.5 }],
  ["name", { name: 7 }],
  ["pages", { pages: 7 }],
])("a bad option %s is an error: %o", (name, options) => {
  expect(() => new PageLevelTrainer(options as TrainOptions)).toThrow(
    expect.objectContaining({ code: "bad-option", message: expect.stringContaining(`"${name}"`) }),
  );
});

describe("the paper's ways", () => {
  const trainedOn = (model: PageLevelModel) => model.training?.nodes ?? 0;

  test("nodes that show the same as their parent are judged only on request", () => {
    const wrapped = (html: string) => html.replace(/<p>/g, "<div><p>").replace(/<\/p>/g, "</p></div>");
    const [distinct, all] = (["distinct", "all"] as const).map((judged) => {
      const trainer = new PageLevelTrainer({ pagesPerSite: 4, judged });
      for (const site of sites) trainer.addSite([0, 1, 2, 3, 4, 5].map((page) => parse(wrapped(site.html(page)))));
      return trainer.finish();
    }) as [PageLevelModel, PageLevelModel];
    expect(trainedOn(all)).toBeGreaterThan(trainedOn(distinct));
    expect(distinct.judged).toBeUndefined();
    expect(readPageLevelModel(writePageLevelModel(all)).judged).toBe("all");
    const page = parse(wrapped(madeUpSite(6).html(0)));
    const judgedBy = (model: PageLevelModel) => detectPage(page, { model }).hidden.filter((is) => is === 0).length;
    expect(judgedBy(all)).toBeGreaterThan(judgedBy(distinct));
  });

  test("rows can count alike", () => {
    const usual = train();
    expect(train({ rowWeights: "words" }).areas).toEqual(usual.areas);
    expect(train({ rowWeights: "nodes" }).areas).not.toEqual(usual.areas);
    expect(train({ rowWeights: "nodes" }).training).toMatchObject({ rowWeights: "nodes" });
    expect(usual.training).not.toHaveProperty("rowWeights");
  });

  test("a model of rendered pages needs their boxes", () => {
    const trainer = new PageLevelTrainer({ geometry: "rendered" });
    expect(() => trainer.addSite(sites[0]?.pages(4) ?? [])).toThrow(expect.objectContaining({ code: "bad-input" }));
    for (const made of sites) {
      const site = trainer.startSite();
      for (const page of made.pages(6)) site.add(page, { ...estimateBoxes(page), geometry: "rendered" });
      trainer.endSite(site);
    }
    expect(trainer.finish().geometry).toBe("rendered");
  });
});
