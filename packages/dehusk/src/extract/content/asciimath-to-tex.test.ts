import { expect, test } from "vitest";
import { asciimathToTex } from "./asciimath-to-tex.ts";

test.each([
  ["x^2 + y_1^2 = z_(n+1)", "x^2+y_1^2=z_{n+1}"],
  ["sum_(i=1)^n i^3=((n(n+1))/2)^2", "\\sum_{i=1}^n i^3=\\left(\\frac{n(n+1)}{2}\\right)^2"],
  ["1/n", "\\frac{1}{n}"],
  ["(n-1)/n", "\\frac{n-1}{n}"],
  ["sqrt(2) * Delta x", "\\sqrt{2}\\cdot\\Delta x"],
  ["root(3)(x)", "\\sqrt[3]{x}"],
  ["x <= r and y != 0", "x\\le r\\land y\\ne 0"],
  [
    "[[a,b],[c,d]]((n),(k))",
    "\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}\\begin{pmatrix} n \\\\ k \\end{pmatrix}",
  ],
  [
    "{(x, text(if ) x > 0),(-x, text(otherwise)):}",
    "\\begin{cases} x & \\text{if }x>0 \\\\ -x & \\text{otherwise} \\end{cases}",
  ],
  ["abs(x) -> oo", "|x|\\to\\infty"],
  ["hat x vec(AB) bb(v) RR", "\\hat{x}\\vec{AB}\\mathbf{v}\\mathbb{R}"],
  ['f(x) = "mean" // 5%', "f(x)=\\text{mean}/5\\%"],
  ["int_0^1 f(x)dx", "\\int_0^1 f(x)dx"],
  ["sin x / cos x", "\\frac{\\sin x}{\\cos x}"],
  ["sin^2 x", "\\sin^2 x"],
  ["(a,b]", "(a,b]"],
  ["a) + b", "a)+b"],
  ["", ""],
])("AsciiMath %s", (source, tex) => {
  expect(asciimathToTex(source)).toBe(tex);
});

test("brackets of any depth are read", () => {
  const source = "(".repeat(5000);
  expect(asciimathToTex(source)).toBe(source);
});
