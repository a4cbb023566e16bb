import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { detect } from "../detect/index.ts";
import { extract } from "./extract.ts";

const words = "grain husk mill flour bread field straw harvest miller wheel river stone".split(" ");

/** A page of some length: a menu, an article, a list, a table, comments. */
function pageOf(seed: number): string {
  const say = (i: number, count: number) =>
    Array.from({ length: count }, (_, k) => words[(seed * 7 + i * 5 + k * (seed + 3)) % words.length]).join(" ");
  const paragraphs = Array.from({ length: 5 + seed }, (_, i) => `<p>${say(i, 40)}. ${say(i + 1, 25)}.</p>`).join("\n");
  const items = Array.from({ length: 3 + seed }, (_, i) => `<li>${say(i, 6)}</li>`).join("");
  const nested = "<div>".repeat(seed * 40);
  return `<title>${say(9, 4)}</title><style>.menu { float: left; width: 30% }</style>${nested}
    <ul class=menu>${items.replaceAll("<li>", "<li><a href=/x>")}</ul><article><h1>${say(9, 4)}</h1>${paragraphs}
    <ul>${items}</ul><table><tr><td>${say(2, 3)}<td>${seed}</table></article>`;
}

test("a result does not change while other pages, shorter and longer, are read before and after its first use", () => {
  const seeds = [3, 0, 8, 1, 5];
  const alone = seeds.map((seed) => answerOf(extract(pageOf(seed))));
  const together = seeds.map((seed) => extract(pageOf(seed)));
  expect([...together].reverse().map(answerOf).reverse()).toEqual(alone);
});

test("a detection does not change when another page is detected", () => {
  const { boxes, score, templateness, section } = detect(pageOf(2));
  const before = structuredClone({ boxes, score, templateness, section });
  detect(pageOf(9));
  expect({ boxes, score, templateness, section }).toEqual(before);
});

function answerOf(answer: ReturnType<typeof extract>) {
  const { text, markdown, html, title, confidence } = answer;
  return { text, markdown, html, title, confidence, blocks: answer.explain() };
}

test("a result that nobody holds is gone after collections of young objects alone", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { type: "minor" }) => void;
  const growths = Array.from({ length: 40 }, () => {
    const before = oldBytes();
    extract(pageOf(30)).text;
    // Objects that survive two of these are old.
    for (let i = 0; i < 2; i++) collect({ type: "minor" });
    return oldBytes() - before;
  });
  // The lower quartile: compilation now and then makes old objects of its own, a result that stays does so each time.
  const usual = growths.slice(20).sort((a, b) => a - b)[5];
  expect(usual).toBeLessThan(60_000);
});

function oldBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === "old_space")?.space_used_size ?? Number.NaN;
}
