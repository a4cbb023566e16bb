import { describe, expect, it } from "vitest";
import { brokenFloors, meanScores, moveFloors } from "./floors.mjs";

const pages = [
  { name: "article-a", kind: "article", f1: 0.9, precision: 0.85, recall: 0.95, comments: scores(0.5) },
  { name: "article-b", kind: "article", ...scores(0.7) },
  { name: "forum-a", kind: "forum", ...scores(0.6) },
];
const kept = { overall: 0.7, comments: 0.5, kinds: { article: 0.8, forum: 0.6 } };

function scores(f1: number) {
  return { f1, precision: f1, recall: f1 };
}

describe("meanScores", () => {
  it("takes each page once, and comments from the pages that have some", () => {
    const means = meanScores(pages);
    expect(means.overall).toBeCloseTo(2.2 / 3);
    expect(means.comments).toBe(0.5);
    expect(means.kinds["article"]).toBeCloseTo(0.8);
    expect(means.kinds["forum"]).toBe(0.6);
  });
});

describe("brokenFloors", () => {
  it("is silent while every floor is kept", () => {
    expect(brokenFloors(kept, pages)).toEqual([]);
  });

  it("names the kind, its floor, the measured value and the worst pages first", () => {
    expect(brokenFloors({ ...kept, kinds: { ...kept.kinds, article: 0.85 } }, pages)).toEqual([
      "article: mean F1 0.8000 is below the floor 0.85; worst pages: " +
        "article-b (F1 0.700, precision 0.700, recall 0.700); article-a (F1 0.900, precision 0.850, recall 0.950).",
    ]);
  });

  it("names a kind without pages and a kind without a floor", () => {
    expect(brokenFloors({ ...kept, kinds: { article: 0.8, home: 0.9 } }, pages)).toEqual([
      "forum: has pages but no floor; run `npm run accuracy -- --raise`.",
      "home: has a floor of 0.9 but no pages.",
    ]);
  });
});

describe("moveFloors", () => {
  const mixed = { overall: 0.9, comments: 0.1, kinds: { article: 0.2, home: 0.9 } };

  it("raises what got better and adds what is new, but lowers nothing", () => {
    const moved = moveFloors(mixed, pages, { raise: true, lower: false });
    expect(moved).toEqual({ overall: 0.9, comments: 0.498, kinds: { article: 0.798, forum: 0.598, home: 0.9 } });
  });

  it("lowers only what is broken, and only when asked", () => {
    const moved = moveFloors(mixed, pages, { raise: false, lower: true });
    expect(moved).toEqual({ overall: 0.731, comments: 0.1, kinds: { article: 0.2 } });
    expect(moveFloors(mixed, pages, { raise: false, lower: false })).toEqual(mixed);
  });

  it("leaves a floor alone that is above the margin but kept", () => {
    expect(moveFloors(kept, pages, { raise: false, lower: true })).toEqual(kept);
  });
});
