import { expect, test } from "vitest";
import type { InstanceTraits } from "./instance-traits.ts";
import { blocksOf } from "./testing/blocks-of.ts";

const long =
  "Eight minutes is optimistic on my stove, where it took thirteen and a little more, though it was worth it.";

/** The traits of the only similar parts of a page. */
function traitsOf(parts: readonly string[]): InstanceTraits | undefined {
  const { traits } = blocksOf(`<p>Other text.</p><div>${parts.map((part) => `<div>${part}</div>`).join("")}</div>`);
  expect(traits.size).toBeLessThan(2);
  return [...traits.values()][0];
}

test("comments begin with a name, have a date and the same labels", () => {
  const comment = (name: string, date: string, text: string) =>
    `<p>${name}</p><p>${date}</p><p>${text}</p><p>Antworten</p>`;
  const parts = [
    comment("Nora", "vor 3 Jahren", long),
    comment("Hubert", "vor 2 Jahren", `${long} ${long}`),
    comment("S. Balakrishnan", "gestern", `No. ${long}`),
  ];
  expect(traitsOf(parts)).toEqual({ led: 1, dated: 2 / 3, labelled: 1 });
});

test("sections of a text have none of these", () => {
  const parts = ["One", "Two", "Three"].map((word) => `<p>${word}: ${long}</p><p>${long} That was ${word} of 12.</p>`);
  expect(traitsOf(parts)).toEqual({ led: 0, dated: 0, labelled: 0 });
});

test("a page without similar parts has no traits", () => {
  expect(traitsOf([`<p>Nora</p><p>3 years ago</p><p>${long}</p>`])).toBeUndefined();
});
