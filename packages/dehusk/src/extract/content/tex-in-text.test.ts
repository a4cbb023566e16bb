import { expect, test } from "vitest";
import { splitTex } from "./tex-in-text.ts";

const loaded = { sure: true, some: true, inline: new Set<string>(), ascii: false };
const configured = { sure: true, some: true, inline: new Set(["$"]), ascii: false };
const unknown = { sure: false, some: false, inline: new Set<string>(), ascii: false };

const ascii = { ...loaded, ascii: true };

function formulas(text: string, delimiters = loaded): string[] {
  return splitTex(text, delimiters).flatMap(({ tex }) => (tex === "" ? [] : [tex]));
}

test.each([
  ["prices", "from $5 to $10, or $5/$10, US$ and A$, $20-$30 (about $25)"],
  ["prices with words", "$5 per head, and a$$ets"],
  ["variables of shells", "$HOME and $PATH, or $HOME only"],
  ["escaped dollars", "\\$x^2\\$"],
  ["what has no end", "\\(x, $x and \\begin{align}"],
])("%s are no formulas", (_, text) => {
  for (const delimiters of [loaded, configured, unknown]) expect(formulas(text, delimiters)).toEqual([]);
});

test("a page that loads a library has formulas without commands", () => {
  expect(formulas("$x$ and $a+b = 2$, \\(y\\), $$z$$")).toEqual(["x", "a+b = 2", "y", "z"]);
});

test("other pages have only unmistakable ones", () => {
  expect(formulas("$x$, \\(y\\), $$z$$, $D_{x}$, \\[\\alpha\\]", unknown)).toEqual(["D_{x}", "\\alpha"]);
});

test("beside an evident formula, likely ones between backslashed brackets are formulas too", () => {
  expect(formulas("\\(a = 1\\), \\(n\\), \\(see the note\\), $x$", { ...unknown, some: true })).toEqual(["a = 1", "n"]);
});

test("environments are formulas, equations without their name", () => {
  const align = "\\begin{align}a &= b\\end{align}";
  expect(formulas(`\\begin{equation}x\\end{equation} ${align} \\begin{itemize}\\end{itemize}`)).toEqual(["x", align]);
});

test("AsciiMath is between backticks if the page configures it", () => {
  expect(formulas("of `x/2` and \\$y_1\\$", ascii)).toEqual(["\\frac{x}{2}", "y_1"]);
  expect(formulas("of `x/2`")).toEqual([]);
});
