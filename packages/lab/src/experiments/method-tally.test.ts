import { expect, test } from "vitest";
import { nodeTruth } from "../node-truth.ts";
import { gainOver, MethodTally, NestedTallies } from "./method-tally.ts";

const truth = nodeTruth({
  html: "<p>menu words</p><p>story of the day</p>",
  expectedHtml: '<p><kw class="krdwrd-tag-1">menu words</kw></p><p><kw class="krdwrd-tag-3">story of the day</kw></p>',
});

/** Everything is a template, or the first paragraph alone is, or nothing. */
type Setting = "all" | "right" | "none";

function said(setting: Setting) {
  const { page } = truth;
  const second = page.size - 2;
  const value = Float64Array.from({ length: page.size }, (_, i) =>
    setting === "all" || (setting === "right" && i < second) ? 1 : 0,
  );
  return { value, groups: Int32Array.of(0), found: Int32Array.of(0) };
}

/** A tally of the page for each part. */
function tallied(...parts: readonly Setting[]): MethodTally[] {
  return parts.map((setting) => {
    const tally = new MethodTally(0.5);
    tally.add(truth, said(setting));
    return tally;
  });
}

test("a setting is chosen on the other parts, and measured on its own", () => {
  const tallies = new NestedTallies<"a" | "b">(["a", "b"], 3, 0.5);
  // Setting a is right in the first part only, b in the other two: each part is measured with what the others prefer.
  const answers = [
    { a: "right", b: "none" },
    { a: "none", b: "right" },
    { a: "none", b: "right" },
  ] as const;
  for (const [part, answer] of answers.entries()) tallies.add(part, truth, (setting) => said(answer[setting]));
  const basic = tallied("none", "none", "none");
  const { chosen, figures, gain } = tallies.nested(({ text }) => text.f, basic);
  // Without the second part, a and b are right once each, and the first listed is taken.
  expect(chosen).toEqual(["b", "a", "a"]);
  expect(figures.text.recall).toBe(0);
  expect(gain).toEqual({ gain: 0, error: 0 });
  expect(tallies.all().map(({ text }) => text.recall)).toEqual([1 / 3, 2 / 3]);
  expect(
    tallies.nested(
      ({ text }) => text.f,
      basic,
      (setting) => setting === "b",
    ).figures.text.recall,
  ).toBe(2 / 3);
});

test("precision and recall are over the words of all parts", () => {
  const tallies = new NestedTallies<Setting>(["all"], 2, 0.5);
  tallies.add(0, truth, said);
  tallies.add(1, truth, said);
  expect(tallies.nested(({ text }) => text.f, tallied("none", "none")).figures.text).toMatchObject({
    precision: 1 / 3,
    recall: 1,
  });
});

test("the error of a gain is that of leaving out one part at a time", () => {
  const recall = ({ text }: { text: { recall: number } }) => text.recall;
  // Better on one part of three: 1/3 over all, and 0, 1/2, 1/2 without one of them.
  const { gain, error } = gainOver(tallied("right", "none", "none"), tallied("none", "none", "none"), recall);
  expect(gain).toBeCloseTo(1 / 3, 10);
  expect(error).toBeCloseTo(Math.sqrt((2 / 3) * (1 / 9 + 2 / 36)), 10);
  expect(gainOver(tallied("all", "right"), tallied("all", "right"), recall)).toEqual({ gain: 0, error: 0 });
});
