import fc from "fast-check";
import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { attribute, parse } from "../../page/index.ts";
import { matchSelectors } from "./match-selectors.ts";
import { readSelectors } from "./read-selectors.ts";

/** The `n` attributes of what a selector matches. */
function matches(html: string, selector: string): string[] {
  const page = parse(html);
  const found = matchSelectors(page, readSelectors(selector) ?? []);
  return Array.from(found.keys(), (node) => (found[node] === 1 ? attribute(page, node, "n") : undefined)).filter(
    (n) => n !== undefined,
  );
}

/** Elements with a number each, some classes and attributes. */
const tree = fc.letrec<{ node: string }>((tie) => ({
  node: fc
    .tuple(
      fc.constantFrom("div", "b", "section"),
      fc.constantFrom("", "class=x", "class='y x'", "id=x lang=en-GB", "title='X-Y'", "title"),
      fc.array(fc.oneof({ depthSize: "small" }, fc.constant("text"), tie("node")), { maxLength: 4 }),
    )
    .map(([name, attributes, children]) => `<${name} n=? ${attributes}>${children.join("")}</${name}>`),
})).node;

const simple = fc.constantFrom(
  ...[
    "div",
    "*",
    "b",
    "SECTION",
    ".x",
    ".y",
    "#x",
    "[title]",
    "[lang|=en]",
    "[title^=X]",
    "[title$='Y' i]",
    "[class~=x]",
  ],
  ...["[title*='-']", ":first-child", ":last-child", ":nth-child(2n+1)", ":nth-child(-n+2)", ":nth-child(even)"],
  ...[":not(.x)", ":is(div, .y)", ":not(div > .x, b)", '[title=""]', ":is(.x :not(b))"],
);
const selector = fc
  .array(fc.tuple(fc.constantFrom(" ", " > ", "+", " ~ ", ", "), simple, fc.constantFrom("", ".x", ":first-child")), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.map(([joint, own, more], i) => `${i === 0 ? "" : joint}${own}${more}`).join(""));

test("matches the same as browsers", () => {
  const { document } = new JSDOM("").window;
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), selector, (trees, css) => {
      let count = 0;
      const html = trees.join("").replace(/\?/g, () => String(count++));
      document.body.innerHTML = html;
      const wanted = Array.from(document.querySelectorAll(css), (element) => element.getAttribute("n"));
      expect(matches(html, css).sort()).toEqual(wanted.filter((n) => n !== null).sort());
    }),
    { numRuns: 500 },
  );
});

test("reads escapes, and names beyond ASCII", () => {
  const html = '<p n=1 class="md:flex"><p n=2 class="größe"><p n=3 id="1a"><svg n=4><title n=5></title></svg>';
  expect(matches(html, String.raw`.md\:flex, .größe, #1a, svg title`)).toEqual(["1", "2", "3", "5"]);
});

test.each([
  "",
  ",",
  "p,",
  "> p",
  "p >",
  "p..x",
  "[a",
  "[a=]",
  ":hover",
  ":not()",
  ":is(p",
  "p)",
  ".xp*",
  "p::before",
  "a b {",
])("refuses %j", (text) => expect(readSelectors(text)).toBeUndefined());

test("takes time proportional to nodes and parts, however often a selector could match", () => {
  const deep = "<div class=x>".repeat(20_000);
  const wide = "<b class=x></b>".repeat(100_000);
  const hostile = `${".x ".repeat(15)}${".x ~ ".repeat(15)}.y`;
  expect(matches(deep + wide, hostile)).toEqual([]);
  expect(readSelectors("div ".repeat(32))).toBeUndefined();
  expect(readSelectors(`${":not(".repeat(5000)}p`)).toBeUndefined();
  expect(readSelectors(":first-child".repeat(50))).toBeUndefined();
});

test("refuses lists and names longer than anyone writes", () => {
  expect(readSelectors(`${"p,".repeat(4000)}b`)).toHaveLength(4001);
  for (const long of ["p".repeat(1e7), `[a="${"b".repeat(1e7)}"]`, `${"p,".repeat(1e6)}b`]) {
    expect(readSelectors(long)).toBeUndefined();
  }
});
