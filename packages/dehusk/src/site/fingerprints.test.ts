import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attribute, findTag, isElement, isText, Mark, type Page, parse, tagName, tagNumber } from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { type Canonical, canonicalRules, canonicals } from "./canonical.ts";
import { nodeFingerprints } from "./fingerprints.ts";
import { fingerprintText } from "./site-templates.ts";

function printsOf(page: Page, canonical: Canonical, drop?: string[]): string[] {
  const { low, high } = nodeFingerprints(page, canonicalRules(canonical, drop));
  return Array.from(low, (half, i) => fingerprintText(half, high[i]));
}

/** The fingerprint of the first div. */
function printOf(html: string, canonical: Canonical = "standard", drop?: string[]): string {
  const page = parse(html);
  return printsOf(page, canonical, drop)[findTag(page, tagNumber("div"))];
}

const shown = new Set(
  "alt title value placeholder label src data-src data-original data-lazy-src poster data".split(" "),
);
const embeds = new Set("iframe object applet audio video canvas frame frameset source".split(" "));

/** The text of a fingerprint, by the same rules. "" for nodes that do not count. */
function written(page: Page, node: number, canonical: Canonical): string {
  const exact = canonical === "exact";
  const never = page.marks[node] & (Mark.Unseen | Mark.NoScript | Mark.Template);
  if (isText(page, node)) {
    const folded = page.strings[node].replace(/[\u0000-\u0020\u00a0]+/g, " ").replace(/^ | $/g, "");
    return (never !== 0 && !exact) || folded === "" ? "" : `${JSON.stringify(folded)};`;
  }
  if (page.tag[node] === 2) return "";
  const name = tagName(page, node);
  if (!exact && canonical !== "text") {
    if (name === "input" && attribute(page, node, "type")?.toLowerCase() === "hidden") return "";
    if (never !== 0 && !(never === Mark.Unseen && embeds.has(name))) return "";
  }
  let children = "";
  for (let i = node + 1; i < page.end[node]; i = page.end[i]) children += written(page, i, canonical);
  if (canonical === "text") return children;
  const kept = (page.attributes[node] ?? [])
    .filter(({ name }) => exact || shown.has(name) || (canonical === "links" && /^(?:xlink:)?href$/.test(name)))
    .map(({ name, value }) => `${JSON.stringify(name)}=${JSON.stringify(value)}`);
  return `<${name} ${kept.sort().join(" ")}>${children}</>`;
}

describe("fingerprints", () => {
  test.each(canonicals)(
    "%s: two nodes have the same fingerprint if and only if their canonical HTML is the same",
    (canonical) => {
      const htmlOf = new Map<string, string>();
      const printOfHtml = new Map<string, string>();
      fc.assert(
        fc.property(fc.oneof(tagSoup, wellFormedHtml), (html) => {
          const page = parse(html);
          const prints = printsOf(page, canonical);
          for (let i = 0; i < page.size; i++) {
            const print = prints[i];
            const whole = written(page, i, canonical);
            if (whole === "") expect(print).toBe("0".repeat(16));
            expect(htmlOf.get(print) ?? whole).toBe(whole);
            expect(printOfHtml.get(whole) ?? print).toBe(print);
            htmlOf.set(print, whole);
            printOfHtml.set(whole, print);
          }
        }),
        { numRuns: 300 },
      );
      expect(htmlOf.size).toBeGreaterThan(200);
    },
  );

  test("page-specific differences in a menu do not count", () => {
    const menu = '<div><ul><li class="current-menu-item"><a href="/a">A</a><li><a href="/b">B</a></ul></div>';
    for (const like of [
      '<div><ul><li><a href="/a">A</a><li class="active"><a href="/b" aria-current="page">B</a></ul></div>',
      '<div id="menu-17"><ul><li><a href="../a">A</a><li><a href="/b?sid=17">\n B\n</a></ul><script>17</script></div>',
      '<div style="top:3px"><ul><li><a href="/a">A</a><!-- 17 --><li><a>B</a></ul><input type=hidden value=17></div>',
    ]) {
      expect(printOf(like)).toBe(printOf(menu));
      expect(printOf(like, "exact")).not.toBe(printOf(menu, "exact"));
      expect(printOf(like, "text")).toBe(printOf(menu, "text"));
    }
    expect(printOf("<div><ol><li>A<li>B</ol></div>")).not.toBe(printOf(menu));
    expect(printOf("<div><ol><li>A<li>B</ol></div>", "text")).toBe(printOf(menu, "text"));
  });

  test("links: link targets count, their tokens do not", () => {
    const print = (href: string) => printOf(`<div><a href="${href}">x</a></div>`, "links");
    const same = [
      "page?a=1",
      "../../page?a=1",
      "./page?utm_source=z&a=1",
      "page?PHPSESSID=77&a=1",
      "page;jsessionid=5?a=1",
    ];
    for (const href of same) expect(print(href)).toBe(print("page?a=1"));
    for (const href of ["page?a=2", "page", "page?aside=1", "other?a=1"])
      expect(print(href)).not.toBe(print("page?a=1"));
  });

  test("pictures, frames and button labels count", () => {
    const all = [
      "<img src=a>",
      "<img src=b>",
      "<img src=a alt=c>",
      "<iframe src=a></iframe>",
      "<input type=submit value=a>",
    ];
    expect(new Set(all.map((html) => printOf(`<div>${html}</div>`))).size).toBe(all.length);
  });

  test("attributes are unordered, and more can be ignored", () => {
    expect(printOf("<div title=a data-x=1>", "exact")).toBe(printOf("<div data-x=1 title=a>", "exact"));
    expect(printOf("<div data-x=1>", "exact", ["data-x"])).toBe(printOf("<div>", "exact"));
    expect(printOf("<div title=a>", "standard", ["title"])).toBe(printOf("<div>"));
  });

  test("the order and the nesting of children count", () => {
    const all = ["<i>a</i><b>b</b>", "<b>b</b><i>a</i>", "<i>a<b>b</b></i>", "<i>a</i><b>b</b><b>b</b>", "<i>a</i>b"];
    expect(new Set(all.map((html) => printOf(`<div>${html}</div>`))).size).toBe(all.length);
  });

  test("a chain of 100,000 elements neither overflows the stack nor repeats a fingerprint", () => {
    const page = parse(`${"<div>".repeat(100_000)}x`);
    const prints = printsOf(page, "standard").filter((_, i) => isElement(page, i));
    expect(new Set(prints.slice(-100_000)).size).toBe(100_000);
    expect(printsOf(page, "text")[0]).toBe(printsOf(parse("x"), "text")[0]);
  });
});
