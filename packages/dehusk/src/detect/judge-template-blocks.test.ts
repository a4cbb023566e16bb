import { describe, expect, test } from "vitest";
import { viewPage } from "../features/index.ts";
import { estimateBoxes } from "../layout/index.ts";
import { type Page, parse, tagName } from "../page/index.ts";
import { judgeTemplateBlocks } from "./judge-template-blocks.ts";
import { openModel } from "./open-model.ts";
import { type BlockDetector, blockDetector } from "./template-block-detector.ts";
import { type BlockClassifier, blockClassifiers } from "./template-block-model.ts";
import { madeUpSite } from "./testing/made-up-sites.ts";
import { madeUpBlockModel } from "./testing/made-up-template-block-model.ts";

const detectorFor = (classifier: BlockClassifier): BlockDetector =>
  blockDetector(madeUpBlockModel, classifier, { recall: 0.4 });
const judge = (page: Page, detector: BlockDetector) =>
  judgeTemplateBlocks(viewPage(page, estimateBoxes(page)), detector);

const links = "<a href=/a>The first of the links</a> <a href=/b>The second of the links, a menu</a>";
const prose = "Words that nobody has put into a link, enough of them to be a block of this story.";
const mixed = `<div>${prose} ${prose}<ul>${links}</ul></div>`;

describe("each block gets the score of the classifier that decides", () => {
  const scoresOf = (classifier: BlockClassifier) => {
    const page = parse(`<div>${links}</div><div>${prose}</div>${mixed}`);
    const { nodes, score, isTemplate } = judge(page, detectorFor(classifier));
    return [...nodes].map((node, b) => [tagName(page, node), score[b], isTemplate[b]]);
  };

  test("the forest's", () => {
    expect(scoresOf("rf")).toEqual([
      ["div", Math.fround(0.8), 1],
      ["div", Math.fround(0.2), 0],
      ["div", Math.fround(0.2), 0],
      ["ul", Math.fround(0.8), 1],
    ]);
  });

  test("naive Bayes' log-odds: -1, and 4 more for the menu, 4 less for each story", () => {
    expect(scoresOf("text")).toEqual([
      ["div", 3, 1],
      ["div", -5, 0],
      ["div", -5, 0],
      ["ul", 3, 1],
    ]);
  });

  test("the logistic regression's, which the words' log-odds are a feature of", () => {
    const [menu, story] = [1 / (1 + Math.exp(-2)), 1 / (1 + Math.exp(2))].map(Math.fround);
    expect(scoresOf("maxent")).toEqual([
      ["div", menu, 1],
      ["div", story, 0],
      ["div", story, 0],
      ["ul", menu, 1],
    ]);
  });
});

test("a block with the threshold as score is a template, one just below is not", () => {
  const page = parse(`<div>${links}</div>`);
  const at = (threshold: number) => judge(page, { ...detectorFor("rf"), threshold }).isTemplate[0];
  expect(at(Math.fround(0.8))).toBe(1);
  expect(at(Math.fround(0.8) + 1e-9)).toBe(0);
});

test.each(["", "<p>no block", "<div>too short", "<img src=x>"])("a page without blocks has none: %s", (html) => {
  for (const classifier of blockClassifiers) {
    const { nodes, score, isTemplate } = judge(parse(html), detectorFor(classifier));
    expect([nodes.length, score.length, isTemplate.length]).toEqual([0, 0, 0]);
  }
});

test("the shipped model gives the same each time, probabilities by rf and maxent", async () => {
  const { model: shipped } = await openModel("blocks-rf");
  for (const page of madeUpSite(3).pages(3)) {
    for (const classifier of blockClassifiers) {
      const detector = blockDetector(shipped, classifier, { recall: 0.5 });
      const { nodes, score } = judge(page, detector);
      expect(nodes.length).toBeGreaterThan(2);
      expect(judge(page, detector).score).toEqual(score);
      expect(score.every((value) => Number.isFinite(value))).toBe(true);
      if (classifier !== "text") expect(score.every((value) => value >= 0 && value <= 1)).toBe(true);
    }
  }
});

test("a model for other features is refused before it reads the wrong columns", () => {
  const model = { ...madeUpBlockModel, features: [...madeUpBlockModel.features].reverse() };
  expect(() => judge(parse(mixed), { ...detectorFor("rf"), model })).toThrow(
    expect.objectContaining({ code: "bad-model" }),
  );
});
