import { expect, test } from "vitest";
import { qualityFlaw } from "./text-quality.ts";

const story = `Nobody had opened the upper gate since the flood of that spring.
Water found its own way round the wheel, and moss covered the stones below.
My grandfather used to say that a mill without noise is a house full of strangers.
He had worked there as a boy, carrying sacks up a ladder for two coins a week.
When we finally walked over the bridge, children were fishing from the broken wall.
One of them asked whether ghosts lived inside, since lights had been seen at night.
Those lights belonged to an engineer from town, who measured every beam with care.
She wanted to bring back the grinding, but only for bread that neighbours would bake.
Money came slowly: a concert, three raffles, then an unexpected gift from abroad.
By autumn the shaft turned again, and flour drifted through the open doors like snow.`;

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
  [
    "short-lines",
    Array.from({ length: 60 }, (_, i) => `Another ${["river", "field", "market"][i % 3]} came number${i}.`).join("\n"),
  ],
  ["word-length", "a b c d e f g h i j. ".repeat(20)],
  ["no-letters", `${story} ${Array.from({ length: 60 }, (_, i) => i * 31).join(" ")}`],
  [
    "repeated-words",
    `${Array.from({ length: 80 }, (_, i) => `buy cheap shoes here ${String.fromCharCode(97 + (i % 26))}${"xyz"[i % 3]}`).join(" ")}.`,
  ],
])("%s", (flaw, text) => {
  expect(qualityFlaw(text)).toBe(flaw);
});
