import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { CssKind, cssTokens } from "./css-tokens.ts";
import { filterDeclarations, filterSheet } from "./filter-css.ts";

const none = new Set<string>();

describe("filterSheet", () => {
  test.each([
    ["a{color:red}", "a{color:red;}\n"],
    ["a { color : red ; b }", "a{color : red;}\n"],
    ["@import 'a.css';b{c:d}", "b{c:d;}\n"],
    ["@import url(a.css) screen;b{c:d}", "b{c:d;}\n"],
    ["@\\69mport 'a.css';b{c:d}", "b{c:d;}\n"],
    ["@font-face{src:url(a);font-family:b}b{c:d}", "b{c:d;}\n"],
    ["@media (width<600px){a{b:c}}", "@media (width<600px){a{b:c;}\n}\n"],
    ["@layer a,b;c{d:e}", "@layer a,b;c{d:e;}\n"],
    ["@unknown{a{b:c}}d{e:f}", "d{e:f;}\n"],
    ["<!-- a{b:c} -->", "a{b:c;}\n"],
    ["a{b:c", "a{b:c;}"],
    ["a{b:c}}d{e:f}", "a{b:c;}\nd{e:f;}\n"],
    ["a{b:(c", "a{b:(c);}"],
    ["a{cursor:none;pointer-events:none;p\\6fInter-events:none;b:c}", "a{b:c;}\n"],
    [
      "a{-webkit-animation:b 9s infinite!important;animation-duration:8s;TRANSITION:all 1s;c:d}",
      "a{-webkit-animation:b 9s infinite!important;animation-duration:0s!important;animation-delay:0s!important;" +
        "animation-iteration-count:1!important;c:d;}\n",
    ],
    [".sm\\:w-1\\/2{b:c}", ".sm\\:w-1\\/2{b:c;}\n"],
    ['a::after{content:"</style><script>"}', 'a::after{content:"\\3c /style>\\3c script>";}\n'],
    ["a{--x:{b:c};d:e}", "a{--x:{b:c};d:e;}\n"],
    ["a{b:c\\ ;d:e\\ }f\\ {g:h}", "a{b:c\\ ;d:e\\ ;}\nf\\ {g:h;}\n"],
    ["a{&:hover{b:c}d:e}", "a{&:hover{b:c;}\nd:e;}\n"],
  ])("%s", (css, expected) => {
    expect(filterSheet(css, none)).toBe(expected);
  });

  test.each([
    "url(https://e/x.png)",
    "url('https://e/x.png')",
    'URL( "//e/x.png" )',
    "u\\72l(https://e/x.png)",
    "\\75 rl(//e/x)",
    "url(/**/'x')",
    "image-set('https://e/x.png' 1x)",
    "-webkit-image-set(url(//e) 1x)",
    "cross-fade(url(//e), red)",
    "src('//e')",
    "url('a'b)",
    "u)rl(//e)",
    "url(data:text/html,x)",
    "url(x.svg#a)",
    "url('//e",
    "url(//e",
  ])("loads nothing: %s", (value) => {
    for (const css of [
      filterSheet(`a{b:${value}}`, none),
      filterSheet(`a{--b:${value}}`, none),
      filterDeclarations(`b:${value}`),
    ]) {
      expect([...cssTokens(css)].filter(({ kind }) => kind === CssKind.Url)).toEqual([]);
      expect(css).not.toMatch(/image-set|cross-fade|src\(/);
    }
  });

  it("keeps images embedded in the sheet, and fragments of the page", () => {
    expect(filterDeclarations("background:url(data:image/png;base64,AA==)")).toBe(
      'background: url("data:image/png;base64,AA==") ;',
    );
    expect(filterDeclarations("clip-path:url(#a)")).toBe('clip-path: url("#a") ;');
    expect(filterDeclarations(`background:url("data:image/png,${"A".repeat(300_000)}")`)).toBe("background: none ;");
  });

  it("refers to the elements of the frame", () => {
    const css = "form > p, a:link:hover, a[href^='x'], .form, #form, :not(select), p.form, ul::before { b: c }";
    expect(filterSheet(css, new Set(["p"]))).toBe(
      'dh-form > :is(p,dh-p), a[data-dh-href]:hover, a[data-dh-href^="x"], .form, #form, :not(dh-select), ' +
        ":is(p,dh-p).form, ul::before{b: c;}\n",
    );
  });

  it("ends animations in style attributes too", () => {
    expect(filterDeclarations("animation:b 9s infinite")).toBe(
      "animation:b 9s infinite;animation-duration:0s;animation-delay:0s;animation-iteration-count:1;",
    );
  });

  it("drops !important and everything but declarations from style attributes", () => {
    expect(filterDeclarations("a:b!important;}c{d:e};f:g")).toBe("a:b;f:g;");
  });

  const pieces = [
    ..."{}()[];:,'\"\\@#<>!/ \n\0-",
    "url(",
    "u\\72l(",
    "/*",
    "*/",
    "</style>",
    "<!--",
    "-->",
    "a",
    "--x",
    "1e3",
    "é",
  ];
  const anyCss = fc.array(
    fc.constantFrom(...pieces, "@media", "@import", "image-set(", "\\ ", "a:", "a{", "//e/x", "none"),
    {
      maxLength: 30,
    },
  );

  it("is idempotent: browsers read what was written", () => {
    fc.assert(
      fc.property(anyCss, (list) => {
        const css = list.join("");
        for (const filter of [(text: string) => filterSheet(text, none), filterDeclarations]) {
          const once = filter(css);
          expect(meaning(filter(once))).toEqual(meaning(once));
          expect(once).not.toMatch(/<\//);
          for (const { kind } of cssTokens(once)) expect(kind).not.toBe(CssKind.Url);
        }
      }),
      { numRuns: 5000 },
    );
  });
});

/** The tokens of a style sheet without white space. */
function meaning(css: string): string[] {
  return [...cssTokens(css)]
    .filter(({ kind }) => kind !== CssKind.Space)
    .map(({ kind, value, text }) => `${kind} ${value || text}`);
}
