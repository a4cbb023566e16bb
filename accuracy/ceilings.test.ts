import { describe, expect, it } from "vitest";
import { brokenCeilings, countKinds, moveCeilings } from "./ceilings.mjs";

const breaks = [
  { page: "a.html", kind: "torn", text: "first" },
  { page: "b.html", kind: "torn", text: "second" },
];
const counts = countKinds(["torn", "twice"], breaks);

describe("countKinds", () => {
  it("counts kinds without breaks as none", () => {
    expect(counts).toEqual({ torn: 2, twice: 0 });
  });
});

describe("brokenCeilings", () => {
  it("is silent while every ceiling is kept", () => {
    expect(brokenCeilings({ torn: 2, twice: 1 }, counts, breaks)).toEqual([]);
  });

  it("names the kind, its ceiling, the count and the pages", () => {
    expect(brokenCeilings({ torn: 1, twice: 0 }, counts, breaks)).toEqual([
      'torn: 2 breaks are above the ceiling 1; among them a.html ("first"); b.html ("second").',
    ]);
  });

  it("names a kind without a ceiling and a ceiling without a kind", () => {
    expect(brokenCeilings({ torn: 2, gone: 3 }, counts, breaks)).toEqual([
      "twice: has no ceiling; run `npm run accuracy -- --raise`.",
      "gone: has a ceiling of 3 but is not counted.",
    ]);
  });
});

describe("moveCeilings", () => {
  const mixed = { torn: 1, gone: 3 };

  it("sinks what got better and adds what is new when the bar is raised", () => {
    expect(moveCeilings({ torn: 5, gone: 3 }, counts, { raise: true, lower: false })).toEqual({
      torn: 2,
      twice: 0,
      gone: 3,
    });
    expect(moveCeilings(mixed, counts, { raise: true, lower: false })).toEqual({ torn: 1, twice: 0, gone: 3 });
  });

  it("lifts only what is broken, and only when the bar is lowered", () => {
    expect(moveCeilings({ ...mixed, twice: 4 }, counts, { raise: false, lower: true })).toEqual({ torn: 2, twice: 4 });
    expect(moveCeilings(mixed, counts, { raise: false, lower: false })).toEqual(mixed);
  });
});
