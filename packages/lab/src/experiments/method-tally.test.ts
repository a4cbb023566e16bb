import { expect, test } from "vitest";
import { nodeTruth } from "../node-truth.ts";
import { NestedTallies } from "./method-tally.ts";

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

test("a setting is chosen on the other parts, and measured on its own", () => {
  const tallies = new NestedTallies<"a" | "b">(["a", "b"], 3, 0.5);
  // Setting a is right in the first part only, b in the other two: each part is measured with what the others prefer.
  const answers = [
    { a: "right", b: "none" },
    { a: "none", b: "right" },
    { a: "none", b: "right" },
  ] as const;
  for (const [part, answer] of answers.entries()) tallies.add(part, truth, (setting) => said(answer[setting]));
  const { chosen, figures } = tallies.nested(({ text }) => text.f);
  // Without the second part, a and b are right once each, and the first listed is taken.
  expect(chosen).toEqual(["b", "a", "a"]);
  expect(figures.text.recall).toBe(0);
  expect(tallies.all().map(({ text }) => text.recall)).toEqual([1 / 3, 2 / 3]);
  expect(
    tallies.nested(
      ({ text }) => text.f,
      (setting) => setting === "b",
    ).figures.text.recall,
  ).toBe(2 / 3);
});

test("precision and recall are over the words of all parts", () => {
  const tallies = new NestedTallies<Setting>(["all"], 2, 0.5);
  tallies.add(0, truth, said);
  tallies.add(1, truth, said);
  expect(tallies.nested(({ text }) => text.f).figures.text).toMatchObject({ precision: 1 / 3, recall: 1 });
});
