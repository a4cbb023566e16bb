import { expect, test } from "vitest";
import { parse } from "../page/index.ts";
import { detect, detectPage } from "./detect.ts";
import { openModel } from "./open-model.ts";
import { type BlockDetector, blockDetector } from "./template-block-detector.ts";
import { blockClassifiers } from "./template-block-model.ts";

const text = "Some words that are long enough to be a block of their own, more than forty characters. ";

async function detectors(): Promise<BlockDetector[]> {
  const { model } = await openModel("blocks-rf");
  return blockClassifiers.map((classifier) => blockDetector(model, classifier, { recall: 0.5 }));
}

const isSound = ({ templateness, score }: ReturnType<typeof detect>): boolean =>
  templateness.every((value) => value >= 0 && value <= 1) &&
  score.every((value) => Number.isNaN(value) || (value >= 0 && value <= 1));

test("200,000 nested divisions, each of them a block", async () => {
  const page = parse(`${"<div>".repeat(200_000)}${text.repeat(5)}`);
  const [, , forest] = await detectors();
  expect(isSound(detectPage(page, { model: forest }))).toBe(true);
});

test("100,000 blocks side by side", async () => {
  const page = parse(`<div>${text}</div>`.repeat(100_000));
  const [, logistic] = await detectors();
  expect(isSound(detectPage(page, { model: logistic }))).toBe(true);
});

test.each([
  ["nothing", ""],
  ["no text", "<div><div></div></div><table><tr><td></table>"],
  ["text in no block", "<p>short</p><span>words</span>"],
  ["hidden text", `<div hidden>${text}</div>`],
  ["one word a million characters long", `<div>${"x".repeat(1_000_000)} y z</div>`],
  ["signs alone", `<div>${"· | ".repeat(1000)}</div>`],
  ["boxes without an end", `<table style="width:1e999px"><tr><td style="height:-9e99px">${text}</table>`],
])("a page with %s", async (_, html) => {
  for (const model of await detectors()) expect(isSound(detect(html, { model }))).toBe(true);
});

test("boxes of another kind than the model was trained on are refused", async () => {
  const [words] = await detectors();
  const model = { ...(words as BlockDetector), geometry: "rendered" } as const;
  expect(() => detect(text, { model })).toThrow(expect.objectContaining({ code: "bad-model" }));
});
