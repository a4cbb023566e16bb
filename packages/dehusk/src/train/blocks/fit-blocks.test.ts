import { describe, expect, test } from "vitest";
import { judgeTemplateBlocks } from "../../detect/judge-template-blocks.ts";
import { blockDetector } from "../../detect/template-block-detector.ts";
import { blockClassifiers, blockModelFeatures } from "../../detect/template-block-model.ts";
import { madeUpSite } from "../../detect/testing/made-up-sites.ts";
import { madeUpBlockModel } from "../../detect/testing/made-up-template-block-model.ts";
import { templateBlockFeatureNames, viewPage } from "../../features/index.ts";
import { estimateBoxes } from "../../layout/index.ts";
import { packForest, trainForest } from "../../learn/index.ts";
import { BlockCounter, BlockLabel, labelBlocks } from "../../site/index.ts";
import { distinctTexts, type FitOptions, fitBlocks, scoreFit } from "./fit-blocks.ts";
import { LabelledBlockRows } from "./labelled-blocks.ts";

const width = templateBlockFeatureNames.length;
const textOdds = blockModelFeatures.indexOf("textOdds");
const options: FitOptions = { seed: 1, trees: 5, cuts: "mdl", leastLeaf: 1, l2: 1e-3, makeForest: trainForest };

interface Row {
  readonly site: number;
  readonly label: number;
  readonly words: readonly number[];
  /** Value of the first feature; all others are 0. */
  readonly first?: number;
}

function rowsOf(list: readonly Row[]): LabelledBlockRows {
  const blocks = new LabelledBlockRows();
  blocks.count = list.length;
  blocks.rows = new Float32Array(list.length * width);
  blocks.labels = Uint8Array.from(list, ({ label }) => label);
  blocks.sites = Uint32Array.from(list, ({ site }) => site);
  blocks.words = Int32Array.from(list.flatMap(({ words }) => words));
  blocks.wordsFrom = new Uint32Array(list.length + 1);
  for (const [r, { words, first = 0 }] of list.entries()) {
    blocks.wordsFrom[r + 1] = blocks.wordsFrom[r] + words.length;
    blocks.rows[r * width] = first;
  }
  return blocks;
}

const allOf = ({ count }: LabelledBlockRows) => Uint32Array.from({ length: count }, (_, row) => row);

/**
 * Twenty blocks of each label on 12 sites, whose words tell the labels apart; sites with the same number share them. A
 * unique word keeps blocks distinct.
 */
const worded = (numberOf: (site: number) => number) =>
  rowsOf(
    Array.from({ length: 12 }, (_, site) =>
      Array.from({ length: 40 }, (_, i): Row => {
        const label = i % 2;
        return {
          site,
          label,
          words: [1000 * numberOf(site) + label, 1000 * numberOf(site) + label, 500_000 + 100 * site + i],
        };
      }),
    ).flat(),
  );

describe("naive Bayes scores of training rows", () => {
  test("come from other sites: words that only a site's own group has say nothing", async () => {
    const blocks = worded((site) => 1 + (site % 3));
    const { cuts, text } = await fitBlocks(blocks, allOf(blocks), options);
    expect(cuts[textOdds]).toEqual([]);
    // The words are learned for pages to come all the same.
    expect(text.words.weights).not.toBe("");
  });

  test("are trusted if words hold across groups", async () => {
    const blocks = worded(() => 1);
    const { cuts } = await fitBlocks(blocks, allOf(blocks), options);
    expect(cuts[textOdds]?.length).toBeGreaterThan(0);
  });

  test("use only words on at least three sites", async () => {
    const pairs = worded((site) => 1 + Math.floor(site / 2));
    const threes = worded((site) => 1 + Math.floor(site / 3));
    expect((await fitBlocks(pairs, allOf(pairs), options)).text.words.weights).toBe("");
    expect((await fitBlocks(threes, allOf(threes), options)).text.words.weights).not.toBe("");
  });
});

describe("equal rows", () => {
  const base: Row[] = Array.from({ length: 60 }, (_, i) => ({ site: i % 6, label: i % 2, words: [i], first: i }));
  const fitWith = (more: readonly Row[]) => {
    const blocks = rowsOf([...base, ...more]);
    return fitBlocks(blocks, allOf(blocks), options);
  };

  test("count once, from any site", async () => {
    expect((await fitWith([])).distinct).toBe(60);
    expect((await fitWith([...base, ...base])).distinct).toBe(60);
    expect((await fitWith(base.map((row) => ({ ...row, site: 5 - row.site })))).distinct).toBe(60);
  });

  test("give the same fit as single rows", async () => {
    expect(await fitWith([...base, ...base])).toEqual(await fitWith([]));
  });

  test("differ in label, features or words", async () => {
    expect((await fitWith(base.map((row) => ({ ...row, label: 1 - row.label })))).distinct).toBe(120);
    expect((await fitWith(base.map((row) => ({ ...row, first: -1 })))).distinct).toBe(120);
    expect((await fitWith(base.map((row) => ({ ...row, words: [...row.words, 7] })))).distinct).toBe(120);
  });

  test("count once again if discretization made them equal", async () => {
    const blocks = rowsOf(base.map((row) => ({ ...row, words: [], first: 100 * row.label + (row.first ?? 0) })));
    const { distinct, distinctBinary, cuts } = await fitBlocks(blocks, allOf(blocks), options);
    expect(cuts[0]?.length).toBe(1);
    expect([distinct, distinctBinary]).toEqual([60, 2]);
  });
});

test("a model sees a page as training did", async () => {
  const blocks = new LabelledBlockRows();
  const seen: { nodes: number[]; from: number; page: ReturnType<ReturnType<typeof madeUpSite>["pages"]>[number] }[] =
    [];
  for (let site = 0; site < 6; site++) {
    const pages = madeUpSite(site).pages(4);
    const counter = new BlockCounter();
    for (const page of pages) counter.add(page);
    const frequencies = counter.finish();
    for (const page of pages) {
      const { nodes, labels } = labelBlocks(page, frequencies);
      seen.push({ nodes: [...nodes].filter((_, b) => labels[b] !== BlockLabel.Ignored), from: blocks.count, page });
      const ignored = blocks.addPage(site, page, frequencies);
      expect(ignored).toBe(labels.filter((label) => label === BlockLabel.Ignored).length);
    }
  }
  const fit = await fitBlocks(blocks, allOf(blocks), options);
  const scores = scoreFit(fit, blocks, allOf(blocks));
  const { cuts, text, maxent, forest } = fit;
  const model = { ...madeUpBlockModel, cuts, text, maxent, forest: packForest(forest) };
  for (const { nodes, from, page } of seen) {
    for (const classifier of blockClassifiers) {
      const judged = judgeTemplateBlocks(
        viewPage(page, estimateBoxes(page)),
        blockDetector(model, classifier, { recall: 0.4 }),
      );
      for (const [i, node] of nodes.entries()) {
        expect(judged.score[judged.nodes.indexOf(node)]).toBe(scores[classifier][from + i]);
      }
    }
  }
  expect(seen.some(({ nodes }) => nodes.length > 0)).toBe(true);
});

test("distinct texts are the first per site, words and label", () => {
  const blocks = rowsOf([
    { site: 0, label: 1, words: [1, 2] },
    { site: 0, label: 1, words: [1, 2], first: 9 },
    { site: 0, label: 0, words: [1, 2] },
    { site: 0, label: 1, words: [2, 1] },
    { site: 1, label: 1, words: [1, 2] },
    { site: 1, label: 1, words: [1, 2] },
  ]);
  expect([...distinctTexts(blocks)]).toEqual([0, 2, 3, 4]);
});

test.each([0, 1])("blocks of only label %s cannot be trained on", async (label) => {
  const blocks = rowsOf(Array.from({ length: 30 }, (_, i) => ({ site: i % 6, label, words: [i], first: i })));
  await expect(fitBlocks(blocks, allOf(blocks), options)).rejects.toMatchObject({ code: "bad-input" });
});

test("nor can blocks of one kind in all but one group of sites", async () => {
  const list = Array.from(
    { length: 60 },
    (_, i): Row => ({ site: i % 6, label: Number(i % 6 === 0), words: [i], first: i }),
  );
  const blocks = rowsOf(list);
  await expect(fitBlocks(blocks, allOf(blocks), options)).rejects.toMatchObject({
    code: "bad-input",
    message: "A model needs more sites: one fold of these has no templates.",
  });
});
