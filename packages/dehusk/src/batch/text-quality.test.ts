import { expect, test } from "vitest";
import { qualityFlaw } from "./text-quality.ts";

const sentence = (i: number): string =>
  `On day ${i} the miller went to the ${["river", "field", "market", "wood", "church"][i % 5]} with ${i + 2} sacks, and came home late in the evening.`;
const story = Array.from({ length: 12 }, (_, i) => sentence(i)).join("\n");

test("a story is kept, in any script", () => {
  expect(qualityFlaw(story)).toBe(undefined);
  expect(
    qualityFlaw(
      "老磨坊在河边，已经多年没有使用，但是村里的人星期天仍然带着孩子到那里去看看。".repeat(1) +
        Array.from({ length: 9 }, (_, i) => `第${i}天磨坊主去了河边的${"田市林村山"[i % 5]}地，晚上很晚才回家。`).join(
          "\n",
        ),
    ),
  ).toBe(undefined);
});

test.each([
  ["short", "Just a few words."],
  ["placeholder", `${story} Lorem ipsum dolor.`],
  ["code", `${story} ${"if (a) { b() } ".repeat(30)}`],
  ["repeated-lines", `${story}\n${"The same line stands here again and again.\n".repeat(40)}`],
  ["bullets", story.replace(/^/gm, "- ")],
  ["ellipses", story.replace(/\.$/gm, " …")],
  ["line-ends", story.replace(/\.$/gm, "")],
  ["short-lines", Array.from({ length: 60 }, (_, i) => `Line ${i} is short.`).join("\n")],
  ["word-length", "a b c d e f g h i j. ".repeat(20)],
  ["no-letters", `${story} ${Array.from({ length: 200 }, (_, i) => i * 31).join(" ")}`],
  [
    "repeated-words",
    `${Array.from({ length: 80 }, (_, i) => `buy cheap shoes here ${String.fromCharCode(97 + (i % 26))}${"xyz"[i % 3]}`).join(" ")}.`,
  ],
])("%s", (flaw, text) => {
  expect(qualityFlaw(text)).toBe(flaw);
});
