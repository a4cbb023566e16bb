import { describe, expect, test } from "vitest";
import { findTag, parse, tagNumber } from "../../page/index.ts";
import { mathmlToTex } from "./mathml-to-tex.ts";

function texOf(mathml: string): string {
  const page = parse(`<p><math>${mathml}</math>`);
  return mathmlToTex(page, findTag(page, tagNumber("math math")));
}

const x = "<mi>x</mi>";
const half = "<mfrac><mn>1</mn><mn>2</mn></mfrac>";
const row = (...cells: string[]): string => `<mtr>${cells.map((cell) => `<mtd>${cell}</mtd>`).join("")}</mtr>`;
const square = `<mtable>${row("<mn>1</mn>", "<mn>0</mn>")}${row("<mn>0</mn>", x)}</mtable>`;

describe("MathML as TeX", () => {
  test.each([
    ["signs", `<mi>α</mi>${x}<mo>≤</mo><mn>2</mn><mi>π</mi>`, "\\alpha x \\le 2\\pi"],
    ["a sign at the start", `<mo>−</mo>${x}<mo>+</mo><mn>1</mn>`, "-x + 1"],
    ["a sign after another", `${x}<mo>=</mo><mo>−</mo><mn>1</mn>`, "x = -1"],
    ["a sign in brackets", `<mo>(</mo><mo>−</mo>${x}<mo>)</mo>`, "(-x)"],
    ["invisible signs", `<mi>f</mi><mo>&#x2061;</mo><mo>(</mo>${x}<mo>)</mo>`, "f(x)"],
    ["functions", `<mi>sin</mi>${x}<mo>+</mo><mi>ln</mi><mi>α</mi>`, "\\sin x + \\ln\\alpha"],
    ["names", "<mi>rate</mi><mo>=</mo><mn>3</mn><mo>%</mo>", "\\mathrm{rate} = 3\\%"],
    ["fonts", `<mi mathvariant="bold">v</mi><mi mathvariant="double-struck">R</mi>`, "\\mathbf{v}\\mathbb{R}"],
    ["letters of alphabets", "<mi>𝑥</mi><mi>ℝ</mi>", "xℝ"],
    ["words", `${x}<mtext> if 5% </mtext><mi>y</mi>`, "x\\text{ if 5\\% }y"],
    ["fractions", `<mfrac><mrow>${x}<mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac>`, "\\frac{x + 1}{2}"],
    ["roots", `<msqrt>${x}<mo>-</mo><mn>1</mn></msqrt><mroot>${x}<mn>3</mn></mroot>`, "\\sqrt{x - 1}\\sqrt[3]{x}"],
    ["scripts", `<msup>${x}<mn>2</mn></msup><msub>${x}<mn>12</mn></msub>`, "x^2 x_{12}"],
    ["both scripts", `<msubsup>${x}<mi>i</mi><mn>2</mn></msubsup>`, "x_i^2"],
    ["scripts of scripts", `<msup><msup>${x}<mn>2</mn></msup><mn>3</mn></msup>`, "{x^2}^3"],
    ["primes", `<msup><mi>f</mi><mo>′</mo></msup>`, "f'"],
    [
      "sums",
      `<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>${x}`,
      "\\sum_{i=1}^n x",
    ],
    [
      "limits",
      `<munder><mo>lim</mo><mrow>${x}<mo>→</mo><mn>0</mn></mrow></munder>${half}`,
      "\\lim_{x \\to 0}\\frac{1}{2}",
    ],
    ["accents", `<mover>${x}<mo>^</mo></mover><mover>${x}<mo>→</mo></mover>`, "\\hat{x}\\vec{x}"],
    ["a line over more", `<mover><mrow>${x}<mi>y</mi></mrow><mo>¯</mo></mover>`, "\\overline{xy}"],
    ["what is set over", `<mover><mo>=</mo><mtext>def</mtext></mover>`, "\\overset{\\text{def}}{=}"],
    ["a brace below", `<munder><munder>${x}<mo>⏟</mo></munder><mi>n</mi></munder>`, "\\underbrace{x}_n"],
    ["tall brackets", `<mo>(</mo>${half}<mo>)</mo>`, "\\left(\\frac{1}{2}\\right)"],
    [
      "fences",
      `<mfenced>${x}<mi>y</mi></mfenced><mfenced open="[" close="]">${half}</mfenced>`,
      "(x, y)[\\frac{1}{2}]",
    ],
    ["matrices", `<mo>(</mo>${square}<mo>)</mo>`, "\\begin{pmatrix} 1 & 0 \\\\ 0 & x \\end{pmatrix}"],
    [
      "matrices in fences",
      `<mfenced open="|" close="|">${square}</mfenced>`,
      "\\begin{vmatrix} 1 & 0 \\\\ 0 & x \\end{vmatrix}",
    ],
    [
      "cases",
      `<mo>{</mo><mtable columnalign="left left">${row("<mn>1</mn>", x)}</mtable>`,
      "\\begin{cases} 1 & x \\end{cases}",
    ],
    [
      "aligned rows",
      `<mtable columnalign="right left">${row(x, "<mo>=</mo><mn>1</mn>")}${row("<mi>y</mi>", "<mo>=</mo><mn>2</mn>")}</mtable>`,
      "\\begin{aligned} x & = 1 \\\\ y & = 2 \\end{aligned}",
    ],
    [
      "rows around a sign",
      `<mtable columnalign="right center left">${row(x, "<mo>=</mo>", "<mn>1</mn>")}</mtable>`,
      "\\begin{array}{rcl} x & = & 1 \\end{array}",
    ],
    [
      "an equation with its number",
      `<mtable><mlabeledtr><mtd><mtext>(</mtext><mtext>1.2</mtext><mtext>)</mtext></mtd><mtd>${x}</mtd></mlabeledtr></mtable>`,
      "x \\tag{1.2}",
    ],
    [
      "an equation with a sign for a number",
      `<mtable><mlabeledtr><mtd><mo>⋆</mo></mtd><mtd>${x}</mtd></mlabeledtr></mtable>`,
      "x",
    ],
    ["binomials", `<mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>`, "\\binom{n}{k}"],
    [
      "scripts before",
      `<mmultiscripts><mi>C</mi><none></none><none></none><mprescripts></mprescripts><mn>6</mn><mn>14</mn></mmultiscripts>`,
      "{}_6^{14}C",
    ],
    ["boxes", `<menclose notation="box">${x}</menclose>`, "\\boxed{x}"],
    ["a line above", `<menclose notation="top">${x}<mi>y</mi></menclose>`, "\\overline{xy}"],
    ["a line through", `<menclose notation="updiagonalstrike">${x}</menclose>`, "\\cancel{x}"],
    ["spaces", `${x}<mspace width="1em"></mspace><mi>y</mi>`, "x\\quad y"],
    ["one of several readings", `<semantics>${x}<mi>y</mi><annotation>z</annotation></semantics>`, "x"],
    ["names that objects have", `<mover>${x}<mo>constructor</mo></mover>`, "\\overset{\\mathrm{constructor}}{x}"],
  ])("%s", (_, mathml, expected) => {
    expect(texOf(mathml)).toBe(expected);
  });

  test("gives up on endlessly nested formulas", () => {
    expect(texOf("<msup><mi>x</mi>".repeat(100))).toBe("");
  });

  test("reads elements with a prefix", () => {
    const page = parse("<m:math><m:mfrac><m:mi>a</m:mi><m:mi>b</m:mi></m:mfrac></m:math>");
    expect(
      mathmlToTex(page, page.tagNames.includes("m:math") ? page.tag.indexOf(page.tagNames.indexOf("m:math")) : -1),
    ).toBe("\\frac{a}{b}");
  });
});
