import markdownit from "markdown-it";
import { describe, expect, it } from "vitest";
import { examples, markdown } from "./testing/markdown-examples.ts";

examples("formulas", [
  [
    "likely ones beside one that is evident",
    "<p>where \\(a = 1\\) holds<p>$$\\frac{a}{2}$$",
    "where $a = 1$ holds\n\n$$\n\\frac{a}{2}\n$$",
  ],
  [
    "MathML with TeX",
    '<p>a <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math></p>',
    "a $x_1$",
  ],
  [
    "that begin as a price does",
    '<p>a <math><semantics><mi>x</mi><annotation encoding="application/x-tex">17 - 4(8 - k)</annotation></semantics></math></p>',
    "a $17-4(8-k)$",
  ],
  [
    "KaTeX",
    '<span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi>' +
      '<annotation encoding="application/x-tex">x^2</annotation></semantics></math></span>' +
      '<span class="katex-html" aria-hidden="true">x2</span></span></span>',
    "$$\nx^2\n$$",
  ],
  [
    "MathJax 2",
    '<p>a <span class="MathJax_Preview"></span><span class="MathJax">rendered</span>' +
      '<script type="math/tex">y</script> b <script type="math/tex; mode=display">z</script></p>',
    "a $y$ b\n\n$$\nz\n$$",
  ],
  [
    "MathJax 3",
    '<mjx-container display="true"><mjx-math aria-hidden="true">x</mjx-math><mjx-assistive-mml>' +
      '<math alttext="\\frac{1}{2}"><mfrac><mn>1</mn><mn>2</mn></mfrac></math></mjx-assistive-mml></mjx-container>',
    "$$\n\\frac{1}{2}\n$$",
  ],
  [
    "MediaWiki",
    '<span class="mwe-math-element"><span style="display: none"><math alttext="{\\displaystyle a^{2}}"><mi>a</mi></math>' +
      '</span><img class="mwe-math-fallback-image-inline" src="x.svg" alt="{\\displaystyle a^{2}}"></span>',
    "$a^{2}$",
  ],
  [
    "TeX in the text of a page that loads MathJax",
    "<script src='https://cdn.example/mathjax.js'></script><p>Let \\(a_1\\), then \\[b * c\\] for $5.",
    "Let $a_1$, then\n\n$$\nb * c\n$$\n\nfor \\$5.",
  ],
  [
    "MathML alone is turned into TeX",
    "<math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac></math>",
    "$x^2 + \\frac{a + 1}{2}$",
  ],
]);

describe("things that are not formulas", () => {
  /** As rendered without formulas and without checks of addresses. */
  const renderer = markdownit({ html: true });
  renderer.validateLink = () => true;
  const script = (tex: string, mode = ""): string => `<body><script type="math/tex${mode}">${tex}</script>`;

  it.each([
    ["a link", `<p>a ${script("[x](javascript:alert(1))")}`],
    ["the end of a link", '<p>[click<img class=tex src=a.png alt="x^2](javascript:alert(1))">'],
    ["a link in text", "<script src=mathjax.js></script><p>\\([x](javascript:alert(1))\\)"],
    ["a definition", `<p>[x]</p>${script("\n[x]: javascript:alert(1)\n", "; mode=display")}`],
    ["a reference", `<p>a ${script("[x][y]")} b`],
    ["the start of code", `<p>a ${script("`")} b <code>&lt;img src=x onerror=alert(1)&gt;</code>`],
    ["a tag", `<p>a ${script("<img src=x onerror=alert(1)>")}`],
    ["a fence", `${script("a\n~~~\nb", "; mode=display")}<p>a <i>b</i></p>`],
    ["a fence of backticks", `${script("```\nb", "; mode=display")}<p>a <i>b</i></p>`],
    ["a heading", script("a\n===\n# b", "; mode=display")],
    ["a quotation", script("> a\n> b", "; mode=display")],
    ["a list", script("a\n- b\n+ c\n1. d", "; mode=display")],
    ["a fence behind a sign for the end of a line", '<div data-tex="$$a&#13;~~~&#13;b$$">x</div>'],
  ])("%s", (_name, html) => {
    const written = markdown(html);
    expect(written).toContain("$");
    const rendered = renderer.render(written);
    expect(rendered).not.toMatch(/<(?:a|img|pre|h\d|blockquote|ul|ol)\b/);
    if (html.includes("<i>")) expect(rendered).toContain("<em>b</em>");
  });

  it("stays on its lines if they start no block", () => {
    expect(markdown(script("a &= b \\\\\n- c\n&+ d", "; mode=display"))).toBe("$$\na &= b \\\\ - c\n&+ d\n$$");
    expect(markdown(script("- a % b\n- c", "; mode=display"))).toBe("$$\n{}- a % b\n{}- c\n$$");
  });

  it("is a page or part with an attribute or class that looks like a formula's", () => {
    expect(markdown('<div data-latex="x"><h1>Whole page</h1><p>a</p></div>')).toBe("# Whole page\n\na");
    expect(markdown(`<div data-latex="x">${"word ".repeat(100)}</div>`)).toMatch(/^word word/);
    expect(markdown('<span data-latex="x^2">x2</span>')).toBe("$x^2$");
    expect(markdown(`<div class="MathJaxFoo">text</div>${script("x")}`)).toBe("text\n\n$x$");
    expect(markdown(`<div class="MathJax"><p>a</p><p>b</p></div>${script("x")}`)).toBe("a\n\nb\n\n$x$");
  });
});
