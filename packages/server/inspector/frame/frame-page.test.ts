import { readdirSync, readFileSync } from "node:fs";
import { type Page, parse } from "dehusk/internal/page";
import fc from "fast-check";
import { type DefaultTreeAdapterTypes, parse as parseTree, serialize } from "parse5";
import { describe, expect, it } from "vitest";
import { xssVectors } from "../../../dehusk/src/extract/testing/xss-vectors.ts";
import { tagSoup } from "../../../dehusk/src/page/testing/random-html.ts";
import { framePage } from "./frame-page.ts";
import { randomTree } from "./testing/random-tree.ts";
import { writtenNames } from "./written-names.ts";

type Element = DefaultTreeAdapterTypes.Element;

const allowedTags = new Set(
  (
    "html head body a abbr acronym address article aside b bdi bdo big blockquote br button caption center cite code col " +
    "colgroup data dd del details dfn dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header " +
    "hgroup hr i img input ins kbd label legend li main mark menu meter nav ol p pre progress q rp rt ruby s samp search " +
    "section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr " +
    "svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath mask " +
    "symbol use marker pattern math mrow mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover " +
    "munderover mmultiscripts mprescripts none mtable mtr mtd menclose mspace semantics mi mo mn ms mtext"
  ).split(" "),
);
const allowedAttributes = new Set(
  (
    "class id lang dir hidden align valign width height bgcolor color face size border cellpadding cellspacing colspan " +
    "rowspan span start reversed nowrap noshade clear hspace vspace text cols rows min max low high optimum compact " +
    "aria-hidden aria-expanded aria-current aria-selected frame rules style tabindex type value open alt src readonly " +
    "placeholder checked fill fill-opacity fill-rule clip-rule stroke stroke-width stroke-opacity stroke-linecap " +
    "stroke-linejoin stroke-dasharray stroke-dashoffset stroke-miterlimit opacity transform d x y x1 y1 x2 y2 cx cy r rx " +
    "ry fx fy dx dy points viewBox preserveAspectRatio offset stop-color stop-opacity gradientUnits gradientTransform " +
    "text-anchor dominant-baseline font-size font-family font-weight font-style letter-spacing clip-path mask display " +
    "visibility patternUnits clipPathUnits maskUnits displaystyle mathvariant stretchy linethickness href media"
  ).split(" "),
);

/** All elements of a document in order, each with its numbered parent. */
function elementsOf(html: string): { readonly element: Element; readonly around: number }[] {
  const found: { element: Element; around: number }[] = [];
  const todo: { node: DefaultTreeAdapterTypes.ParentNode; around: number }[] = [{ node: parseTree(html), around: -1 }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { node, around } = next;
    let inside = around;
    if ("tagName" in node) {
      found.push({ element: node, around });
      inside = Number(attributeOf(node, "data-dh-n") ?? around);
    }
    for (const child of [...node.childNodes].reverse())
      if ("childNodes" in child) todo.push({ node: child, around: inside });
  }
  return found;
}

function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** What an inert document must not contain. */
function faultsOf(html: string): string[] {
  const faults: string[] = [];
  for (const { element } of elementsOf(html)) {
    const { tagName: name, attrs } = element;
    const isHead = name === "style" || name === "meta";
    const inHead =
      element.parentNode !== null && "tagName" in element.parentNode && element.parentNode.tagName === "head";
    const isCustom = /^[a-z][a-z0-9]*-[a-z0-9-]+$/.test(name);
    if (!(allowedTags.has(name) || isCustom || (isHead && inHead))) faults.push(`<${name}>`);
    for (const { name: attribute, value } of attrs) {
      const isMeta = name === "meta" && attribute === "charset";
      if (!(allowedAttributes.has(attribute) || /^data-[a-z0-9_-]+$/.test(attribute) || isMeta)) faults.push(attribute);
      const isPaint = ["fill", "stroke", "mask", "clip-path"].includes(attribute);
      if (isPaint && /\burl\((?!["']?#)|\\/.test(value)) faults.push(`${attribute} ${value}`);
      if (attribute === "src" && !/^data:image\//.test(value)) faults.push(`src ${value}`);
      if (attribute === "href" && !/^#[\w-]+$/.test(value)) faults.push(`href ${value}`);
      if (attribute === "style" && /url\((?!"(?:#|data:image))|!/.test(value)) faults.push(`style ${value}`);
    }
    if (name === "style" && /@import|@font-face|url\((?!"(?:#|data:image))/i.test(serialize(element)))
      faults.push("sheet");
  }
  return faults;
}

/** Each written node with its written parent, as in the page. */
function expectedTree(page: Page): string[] {
  const { names } = writtenNames(page);
  const lines: string[] = [];
  const nameOf = (node: number): string | undefined => {
    const tag = page.tagNames[page.tag[node]];
    return names[node] === "" && (tag === "html" || tag === "body") ? tag : names[node];
  };
  for (let i = 1; i < page.size; i++) {
    const name = nameOf(i);
    if (!name) continue;
    let around = page.parent[i];
    while (around > 0 && !nameOf(around)) around = page.parent[around];
    lines.push(`${i} ${name} in ${around > 0 ? around : -1}`);
  }
  return lines;
}

function writtenTree(html: string): string[] {
  return elementsOf(html).flatMap(({ element, around }) => {
    const number = attributeOf(element, "data-dh-n");
    return number === undefined ? [] : [`${number} ${element.tagName} in ${around}`];
  });
}

function check(page: Page): void {
  const { html } = framePage(page);
  const expected = expectedTree(page);
  // Read once, and again after a browser serialized it.
  for (const text of [html, serialize(parseTree(html))]) {
    expect(faultsOf(text)).toEqual([]);
    expect(writtenTree(text)).toEqual(expected);
  }
}

describe("framePage", () => {
  it("would notice", () => {
    expect(faultsOf("<p onclick=x()><script></script><img src=a.png><a href=/b style='background:url(c)'>")).toEqual(
      expect.arrayContaining(["onclick", "<script>", "src a.png", "href /b"]),
    );
    expect(writtenTree("<p data-dh-n=1><p data-dh-n=2>")).toEqual(["1 p in -1", "2 p in -1"]);
  });

  it("writes only what is allowed, for any HTML, and browsers read back the page's own tree", () => {
    fc.assert(
      fc.property(tagSoup, (html) => check(parse(html))),
      { numRuns: 300 },
    );
  });

  it("does so for any tree, from a parser or not", () => {
    fc.assert(fc.property(randomTree, check), { numRuns: 1000 });
  });

  it("does so for hostile pages", () => {
    for (const { html } of xssVectors) check(parse(html));
  });

  it("shows all text of the examples, in order", () => {
    const folder = new URL("../../../../examples/", import.meta.url);
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".html"))) {
      const page = parse(readFileSync(new URL(file, folder)));
      check(page);
      const again = parse(framePage(page).html);
      const shown = (text: string) => text.replace(/\s+/g, " ").trim();
      if (!page.warnings.some(({ code }) => code.endsWith("-ignored"))) {
        expect(shown(again.text).length, file).toBeGreaterThan(shown(page.text).length * 0.97);
      }
    }
  });

  it("keeps the page's looks, and reports what is missing", () => {
    const { html, missing } = framePage(
      parse(`<!doctype html><html lang=en class=dark><head><link rel=stylesheet href=a.css><style media=screen>
        @import "b.css"; form > a:link { color: red } p { background: #fff url(c.png) no-repeat }</style>
        <body bgcolor=silver><form class=f><a href="/x" target=_top ping=/p>go</a></form><img src=d.png alt="a picture" width=30>
        <iframe src=//e width=200></iframe><script>1</script><p style="color:red;width:calc(1px + 2px)">text`),
    );
    expect(missing).toEqual({ stylesheets: 2, images: 1, frames: 1, scripts: 1 });
    expect(html).toMatch(/<html data-dh-n="1" data-dh-e="\d+" lang="en" class="dark">/);
    expect(html).toMatch(/<body [^>]*bgcolor="silver">/);
    expect(html).toContain(
      '<style media="screen">dh-form > a[data-dh-href]{color: red;}\np{background: #fff  none  no-repeat;}',
    );
    expect(html).toMatch(/<dh-form [^>]*class="f"><a [^>]*data-dh-href="\/x" tabindex="0">go<\/a><\/dh-form>/);
    expect(html).toMatch(/<img [^>]*width="30" alt="a picture" src="data:image\/svg\+xml,/);
    expect(html).toMatch(
      /<dh-iframe [^>]*style="width:200px;height:150px;" data-dh-label="&lt;iframe&gt; not loaded">/,
    );
    expect(html).toContain('style="color:red;width:calc(1px + 2px);"');
  });

  it("takes at most a few times as long as parsing", () => {
    const article = readFileSync(new URL("../../../../examples/article.html", import.meta.url), "utf8");
    const html = article.repeat(Math.ceil(1_000_000 / article.length));
    const shortest = { parsing: Number.POSITIVE_INFINITY, framing: Number.POSITIVE_INFINITY };
    for (let i = 0; i < 4; i++) {
      const start = performance.now();
      const page = parse(html);
      const middle = performance.now();
      framePage(page);
      shortest.parsing = Math.min(shortest.parsing, middle - start);
      shortest.framing = Math.min(shortest.framing, performance.now() - middle);
    }
    expect(shortest.framing / shortest.parsing).toBeLessThan(3);
  });

  it("is linear: deep, wide and styled pages", () => {
    const deep = parse(`${"<div>".repeat(50_000)}deep`);
    expect(framePage(deep).html).toContain(">deep</div>");
    check(parse("<table><tr><td>".repeat(300)));
    check(parse("<p><font><a href=x>".repeat(500)));
    const sheet = `<style>${"a:not(".repeat(100_000)}</style><p style="${"x(".repeat(100_000)}">`;
    expect(framePage(parse(sheet)).html.length).toBeLessThan(2_000_000);
  });
});
