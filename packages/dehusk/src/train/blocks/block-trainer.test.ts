import { beforeAll, describe, expect, test } from "vitest";
import { detectPage } from "../../detect/detect.ts";
import { judgeTemplateBlocks } from "../../detect/judge-template-blocks.ts";
import { blockDetector } from "../../detect/template-block-detector.ts";
import { blockClassifiers, readBlockModel, writeBlockModel } from "../../detect/template-block-model.ts";
import { madeUpSite } from "../../detect/testing/made-up-sites.ts";
import { viewPage } from "../../features/index.ts";
import { estimateBoxes } from "../../layout/index.ts";
import { trainForest } from "../../learn/index.ts";
import { parse, textOf } from "../../page/index.ts";
import type { BlockTrainOptions } from "./block-train-options.ts";
import { BlockTrainer, siteFolds, type TrainedBlockModel } from "./block-trainer.ts";

const sites = Array.from({ length: 14 }, (_, number) => madeUpSite(number));
const pages = sites.map((site) => site.pages(8));

function trainerOf(options: BlockTrainOptions = {}, count = sites.length): BlockTrainer {
  const trainer = new BlockTrainer({ pagesPerSite: 4, trees: 10, name: "made up", ...options });
  for (const list of pages.slice(0, count)) trainer.addSite(list);
  return trainer;
}

let model: TrainedBlockModel;
beforeAll(async () => {
  model = await trainerOf().finish();
});

describe("training on generated sites", () => {
  test("is deterministic, also with an asynchronous forest, and depends on the seed", async () => {
    const makeForest: BlockTrainOptions["makeForest"] = async (...problem) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return trainForest(...problem);
    };
    const [again, other] = await Promise.all([trainerOf({ makeForest }).finish(), trainerOf({ seed: 2 }).finish()]);
    expect(writeBlockModel(again)).toBe(writeBlockModel(model));
    expect(other.forest).not.toEqual(model.forest);
  });

  test("gives the same bytes page by page", async () => {
    const trainer = trainerOf({}, 0);
    for (const list of pages) {
      const site = trainer.startSite();
      for (const page of list) site.add(page);
      trainer.endSite(site);
    }
    expect(writeBlockModel(await trainer.finish())).toBe(writeBlockModel(model));
  });

  test("gives a model that can be read back", () => {
    expect(readBlockModel(writeBlockModel(model))).toEqual(model);
  });

  test("records what it was trained on", () => {
    const { training } = model;
    expect(training).toMatchObject({
      sites: 14,
      pages: 112,
      pagesTrainedOn: 56,
      pagesPerSite: 4,
      trees: 10,
      folds: 10,
    });
    const trainer = trainerOf();
    expect([trainer.sites, trainer.pages, trainer.blocks]).toEqual([14, 56, training.templates + training.others]);
    expect(training.distinct).toBeLessThanOrEqual(trainer.blocks);
    expect(training.distinctBinary).toBeLessThanOrEqual(training.distinct);
    expect(training.binaryFeatures).toBe(model.cuts.flat().length);
    expect(training.measures.rf.templateShare).toBeCloseTo(training.templates / trainer.blocks, 4);
  });

  test("cuts features as asked for", async () => {
    const { cuts } = await trainerOf({ cuts: "mdl" }).finish();
    // Description lengths give few sites few cuts, quantiles as many as there are values, up to 15.
    expect(cuts.flat().length).toBeLessThan(model.cuts.flat().length / 2);
    expect(Math.max(...model.cuts.map(({ length }) => length))).toBe(15);
  });

  test("separates templates on held-out sites, best with more than words", () => {
    const { text, maxent, rf } = model.training.measures;
    for (const { recallAt90, averagePrecision, distinctTexts } of [maxent, rf]) {
      expect(recallAt90).toBeGreaterThan(0.9);
      expect(averagePrecision).toBeGreaterThan(text.averagePrecision);
      expect(distinctTexts.averagePrecision).toBeGreaterThan(text.distinctTexts.averagePrecision);
    }
    // Each text counts once, which leaves fewer templates: those are on all pages.
    expect(rf.distinctTexts.templateShare).toBeLessThan(rf.templateShare);
  });

  test("its curves fall in threshold and rise in recall, up to all templates", () => {
    for (const classifier of blockClassifiers) {
      const curve = model.curves[classifier];
      expect(curve.at(-1)?.recall).toBe(1);
      for (const [i, point] of curve.entries()) {
        const before = curve[i - 1];
        if (before === undefined) continue;
        expect(point.threshold).toBeLessThan(before.threshold);
        expect(point.recall).toBeGreaterThanOrEqual(before.recall);
      }
    }
  });

  test("reports its steps in order", async () => {
    const steps: string[] = [];
    await trainerOf({ trees: 1 }, 10).finish((step) => steps.push(step));
    expect(steps).toEqual([
      ...Array.from({ length: 10 }, (_, fold) => `training without fold ${fold + 1} of 10`),
      "training on all sites",
    ]);
  });
});

describe("on sites not trained on", () => {
  test.each([20, 21, 22, 23, 24, 25])("menus and small print of site %s are templates, its story is not", (number) => {
    const page = parse(madeUpSite(number).html(0));
    const { nodes, isTemplate } = judgeTemplateBlocks(
      viewPage(page, estimateBoxes(page)),
      blockDetector(model, "rf", { precision: 0.9 }),
    );
    const found = [...nodes].map((node, b) => ({ text: textOf(page, node), isTemplate: isTemplate[b] === 1 }));
    const small = found.filter(({ text }) => text.startsWith("©"));
    const story = found.filter(({ text }) => text.length > 500);
    for (const { isTemplate } of small) expect(isTemplate).toBe(true);
    for (const { isTemplate } of story) expect(isTemplate).toBe(false);
    expect(found.some(({ isTemplate }) => isTemplate)).toBe(true);
  });

  test("detect uses it", () => {
    const [page] = madeUpSite(25).pages(1);
    if (page === undefined) throw new Error("no page");
    const detection = detectPage(page, { model: blockDetector(model, "rf", { precision: 0.9 }) });
    expect(detection.model).toBe("made up-rf");
    expect(detection.kind).toBeUndefined();
    const at = (start: string) => {
      for (let i = page.size - 1; i > 0; i--) if (textOf(page, i).startsWith(start)) return detection.templateness[i];
      return undefined;
    };
    expect(at("©")).toBeGreaterThan(0.5);
    expect(detection.templateness[0]).toBeLessThan(0.5);
  });
});

describe("too little data", () => {
  test("a site of one page, or of copies of one, teaches nothing", () => {
    const trainer = new BlockTrainer();
    const [first] = pages[0] ?? [];
    if (first === undefined) throw new Error("no page");
    trainer.addSite([first]);
    trainer.addSite([first, first, first]);
    trainer.addSite([]);
    expect([trainer.sites, trainer.blocks]).toEqual([0, 0]);
  });

  test("fewer than ten sites are an error", async () => {
    await expect(trainerOf({}, 9).finish()).rejects.toMatchObject({
      code: "bad-input",
      message: "A model needs pages of at least 10 sites; there are 9.",
    });
  });

  test.each([
    ["templates", (site: number, page: number) => `A story of its own, ${site} by ${page}, as no other page has it.`],
    [
      "blocks other than templates",
      (site: number, page: number) => (page < 2 ? `Menu of site ${site}, on two pages` : "x"),
    ],
  ])("sites without %s are an error", async (missing, text) => {
    const trainer = new BlockTrainer({ trees: 1 });
    for (let site = 0; site < 10; site++) {
      trainer.addSite(
        [0, 1, 2, 3].map((page) => parse(`<div>${text(site, page)} ${text(site, page)}</div><p>${page}`)),
      );
    }
    await expect(trainer.finish()).rejects.toMatchObject({
      code: "bad-input",
      message: `A model needs more sites: one fold of these has no ${missing}.`,
    });
  });
});

test("sites are split into ten folds of nearly equal size, deterministic by seed", () => {
  const parts = siteFolds(25, 1);
  const sizes = Array.from({ length: 10 }, (_, part) => parts.filter((own) => own === part).length);
  expect([...sizes].sort()).toEqual([2, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
  expect(siteFolds(25, 1)).toEqual(parts);
  expect(siteFolds(25, 2)).not.toEqual(parts);
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ["pagesPerSite", { pagesPerSite: 0 }],
  ["pagesPerSite", { pagesPerSite: 1.5 }],
  ["trees", { trees: 0 }],
  ["trees", { trees: 65_536 }],
  ["trees", { trees: "9" }],
  ["cuts", { cuts: "evenly" }],
  ["seed", { seed: Number.NaN }],
  ["seed", { seed: 0.5 }],
  ["name", { name: 7 }],
  ["makeForest", { makeForest: "trees" }],
  ["labels", { labels: null }],
  ["templateShare", { labels: { templateShare: 2 } }],
  ["share", { labels: { share: 0.5 } }],
  ["tags", { labels: { tags: ["p"] } }],
  ["minimumWords", { labels: { minimumWords: 9 } }],
  ["pages", { pages: 7 }],
])("a bad option %s is an error: %o", (name, options) => {
  expect(() => new BlockTrainer(options as BlockTrainOptions)).toThrow(
    expect.objectContaining({ code: "bad-option", message: expect.stringContaining(`"${name}"`) }),
  );
});

test("the template threshold can be chosen", () => {
  const menu = "<div>A menu that three of four pages have, and the last has not</div>";
  const pagesOfSite = [0, 1, 2, 3].map((page) => parse(`${page === 3 ? "" : menu}<p>${page}`));
  const blocksWith = (templateShare: number | undefined): number => {
    const trainer = new BlockTrainer({ labels: { templateShare } });
    trainer.addSite(pagesOfSite);
    return trainer.blocks;
  };
  expect([undefined, 0.75, 0.76].map(blocksWith)).toEqual([3, 3, 0]);
});
