import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateBoxes } from "../layout/index.ts";
import { parse, sumOf } from "../page/index.ts";
import { wellFormedHtml } from "../page/testing/random-html.ts";
import { viewPage } from "./page-view.ts";
import { byId, featuresOf } from "./testing/features-of.ts";

/** This many different words, as one sentence. */
function prose(words: number): string {
  return `${Array.from({ length: words }, (_, i) => `word${String.fromCharCode(97 + (i % 26))}${i}`).join(" ")}.`;
}

const page = parse(
  `<title>Clock ticks again</title>
<nav id=menu><ul><li class=item><a href="/">Home</a></li><li class=item id=item><a href="/news">News today</a></li>
<li class=item><a href="https://elsewhere.example/">Elsewhere</a></li><li class=other>Here</li></ul></nav>
<main id=main><h2 id=before>Related</h2><h1 id=headline>Clock ticks again</h1><p id=first>${prose(20)}</p>
<p id=second>${prose(30)} <a id=link href="/x">one two</a></p><div id=wrap><div id=box role=note><img src=a.png></div></div>
</main><footer id=footer role=contentinfo>Small print</footer>`,
  { url: "https://example.org/" },
);

function features(id: string): Record<string, number> {
  return featuresOf(page, byId(page, id));
}

describe("text", () => {
  test("a menu is all links except its plain item, most of them within the site", () => {
    expect(features("menu")["linkDensity"]).toBeCloseTo(22 / 26, 6);
    expect(features("item")).toMatchObject({
      linkDensity: 1,
      intraLinks: 1,
      links: 1,
      linksPerWord: Math.fround(1 / 3),
    });
    expect(features("menu")["intraLinks"]).toBeCloseTo(2 / 3, 6);
    expect(features("first")["intraLinks"]).toBe(0.5);
    expect(features("item")["anchorWords"]).toBeCloseTo(Math.log2(3), 6);
  });

  test("the headline is all of the title", () => {
    expect(features("headline")).toMatchObject({ titleShare: 1, titleWords: 1 });
    expect(features("before")).toMatchObject({ titleShare: 0, titleWords: 0 });
    expect(features("main")["titleWords"]).toBeCloseTo(3 / 56, 6);
  });

  test("repeated title words count no more than twice the title", () => {
    const again = parse(`<title>tide</title><p id=p>${"tide ".repeat(50)}`);
    expect(featuresOf(again, byId(again, "p"))).toMatchObject({ titleShare: 2, titleWords: 1 });
  });

  test("prose is the text outside links in blocks of twelve words and few links", () => {
    expect(features("menu")).toMatchObject({ proseShare: 0, proseHeld: 0 });
    expect(features("first")["proseShare"]).toBe(1);
    expect(features("link")["proseShare"]).toBe(0);
    expect(features("first")["proseHeld"]).toBeLessThan(features("second")["proseHeld"]);
    expect(features("first")["proseHeld"] + features("second")["proseHeld"]).toBeCloseTo(1, 6);
  });

  test("prose begins with twelve words, and ends where more than a third is linked", () => {
    const share = (text: string) => {
      const made = parse(`<p id=p>${text}</p>`);
      return featuresOf(made, byId(made, "p"))["proseShare"];
    };
    expect(share("word ".repeat(11))).toBe(0);
    expect(share("word ".repeat(12))).toBe(1);
    expect(share(`${"word ".repeat(8)}<a href=/>${"word ".repeat(4)}</a>`)).toBeCloseTo(2 / 3, 6);
    expect(share(`${"word ".repeat(8)}<a href=/>${"word ".repeat(5)}</a>`)).toBe(0);
  });

  test("sentences, digits and capitals are counted", () => {
    const text = parse("<p id=p>Two words. Then 1234 more, and so on!</p>");
    expect(featuresOf(text, byId(text, "p"))).toMatchObject({
      sentences: Math.fround(Math.log2(3)),
      digits: Math.fround(4 / 30),
      capitals: Math.fround(2 / 8),
      punctuation: Math.fround(3 / 8),
    });
  });
});

describe("the headline", () => {
  test("text that ends before it is before, text that begins after it is after, the rest is neither", () => {
    const past = (id: string) => features(id)["pastHeadline"];
    expect({ menu: past("menu"), before: past("before") }).toEqual({ menu: -1, before: -1 });
    expect({ headline: past("headline"), main: past("main") }).toEqual({ headline: 0, main: 0 });
    expect({ first: past("first"), footer: past("footer") }).toEqual({ first: 1, footer: 1 });
  });

  test("its distance is in characters, below 0 before it", () => {
    expect(features("before")["headlineDistance"]).toBeCloseTo(0, 6);
    expect(features("menu")["headlineDistance"]).toBeCloseTo(-Math.log2(1 + "Related".length), 6);
    expect(features("first")["headlineDistance"]).toBe(0);
    const characters = sumOf(page, page.sums.characters, byId(page, "first"));
    expect(features("second")["headlineDistance"]).toBeCloseTo(Math.log2(1 + characters), 5);
  });

  test("is the heading most like the title, not the first; without headings nothing is past it", () => {
    const two = parse("<title>The tide turns</title><h1>Site name</h1><p id=p>between</p><h3>The tide turns</h3>");
    expect(featuresOf(two, byId(two, "p"))["pastHeadline"]).toBe(-1);
    const none = parse("<title>The tide turns</title><p id=p>between</p>");
    expect(featuresOf(none, byId(none, "p"))).toMatchObject({ pastHeadline: 0, headlineDistance: 0 });
    const hidden = parse("<title>The tide turns</title><h1 hidden>The tide turns</h1><p id=p>after</p>");
    expect(featuresOf(hidden, byId(hidden, "p"))["pastHeadline"]).toBe(0);
  });
});

describe("neighbours", () => {
  const blocks = parse(
    `<div id=top>${Array.from({ length: 16 }, (_, i) => `<p id=p${i}>${"w ".repeat(i + 1)}</p>`).join("")}<p id=last><a href=/>in a link</a></p></div>`,
  );
  const near = (id: string) => featuresOf(blocks, byId(blocks, id));
  const logOf = (words: number) => Math.fround(Math.log2(1 + words));

  test("windows hold 1, 4 and 12 blocks on each side", () => {
    expect(near("p13")).toMatchObject({
      before1Words: logOf(13),
      before4Words: logOf(13 + 12 + 11 + 10),
      before12Words: logOf(13 * 7 - 1),
      after1Words: logOf(15),
      after4Words: logOf(15 + 16 + 3),
      after12Words: logOf(15 + 16 + 3),
    });
  });

  test("end at the page's ends", () => {
    expect(near("p0")).toMatchObject({
      before1Words: 0,
      before12Words: 0,
      before1LinkDensity: 0,
      after1Words: logOf(2),
    });
    expect(near("p15")).toMatchObject({ after1LinkDensity: 1, after1Words: logOf(3) });
    expect(near("last")).toMatchObject({ after1Words: 0, after1LinkDensity: 0, before1LinkDensity: 0 });
    expect(near("top")).toMatchObject({ before12Words: 0, after12Words: 0 });
  });
});

describe("what is around a node", () => {
  test("each wider ancestor has at least 1.5 times the text, or is the document", () => {
    fc.assert(
      fc.property(wellFormedHtml, (html) => {
        const random = parse(html);
        const { wider } = viewPage(random, estimateBoxes(random));
        const characters = (node: number) => sumOf(random, random.sums.characters, node);
        for (let i = 1; i < random.size; i++) {
          const up = wider[i];
          expect(up < i && random.end[up] >= random.end[i]).toBe(true);
          if (up > 0) expect(characters(up)).toBeGreaterThanOrEqual(1.5 * characters(i) + 1);
          // No wide enough node is skipped where the parent's own answer is the grandparent.
          const parent = random.parent[i];
          if (parent > 0 && characters(parent) >= 1.5 * characters(i) + 1) expect(up).toBe(parent);
        }
      }),
    );
  });

  test("widens level by level", () => {
    const levels = parse(
      "<div id=d>a b c d e f g h i j k l <div id=c>m n o p q r <div><div id=b>s t u <p id=a>v w</p></div></div></div></div>",
    );
    const words = (count: number) => Math.fround(Math.log2(1 + count));
    expect(featuresOf(levels, byId(levels, "a"))).toMatchObject({
      aroundWords: words(5),
      widerWords: words(11),
      wideWords: words(23),
      widestWords: words(23),
      wideShare: 1,
      aroundShare: Math.fround(5 / 23),
    });
  });
});

describe("shapes", () => {
  test("siblings of the same tag and class are alike", () => {
    expect(features("item")).toMatchObject({
      alike: Math.fround(Math.log2(3)),
      alikeShare: 0.75,
      shapeCount: 2,
      shapeWords: Math.fround(Math.log2(1 + 4 / 3)),
      shapeLinks: 1,
    });
    expect(features("headline")).toMatchObject({ alike: 0, shapeCount: 1 });
  });

  test("a text has the shape of its element", () => {
    const list = parse("<ul><li id=a>one two</li><li>three</li></ul>");
    const item = byId(list, "a");
    const text = featuresOf(list, item + 1);
    expect(text["isText"]).toBe(1);
    for (const name of ["alike", "alikeShare", "shapeCount", "shapeWords"]) {
      expect(text[name]).toBe(featuresOf(list, item)[name]);
    }
  });
});

describe("tags", () => {
  test("a node is in what its ancestors are, by tag or by role", () => {
    expect(features("item")).toMatchObject({ inNavigation: 1, inList: 1, inMain: 0, isItem: 1, isInline: 0 });
    expect(features("link")).toMatchObject({ inNavigation: 0, inMain: 1, inParagraph: 1, inLink: 1, isInline: 1 });
    expect(features("first")).toMatchObject({ isParagraph: 1, inParagraph: 1, inHeading: 0, isDivision: 0 });
    expect(features("headline")).toMatchObject({ inHeading: 1, isDivision: 0 });
    expect(features("wrap")).toMatchObject({ isDivision: 1, inMain: 1 });
    const both = parse("<nav><div role=main id=a>x</div>y</nav>");
    expect(featuresOf(both, byId(both, "a"))).toMatchObject({ inNavigation: 1, inMain: 1 });
    const roles = parse("<div role=navigation id=a><p>x</p></div><div role=constructor id=b>y</div>");
    expect(featuresOf(roles, byId(roles, "a"))["inNavigation"]).toBe(1);
    expect(Object.entries(featuresOf(roles, byId(roles, "b"))).filter(([name]) => /^in[A-Z]/.test(name))).toEqual(
      expect.not.arrayContaining([[expect.anything(), 1]]),
    );
  });

  test("a wrapper counts as inside what it wraps if it shows nothing else", () => {
    const wrapped = parse("<div id=only><nav><a href=/>x</a></nav></div><div id=more><nav>y</nav>z</div>");
    expect(featuresOf(wrapped, byId(wrapped, "only"))["inNavigation"]).toBe(1);
    expect(featuresOf(wrapped, byId(wrapped, "more"))["inNavigation"]).toBe(0);
  });

  test("depth counts the levels below the document", () => {
    const deep = parse("<div><div><p id=p>x");
    expect(featuresOf(deep, byId(deep, "p"))["depth"]).toBe(Math.fround(Math.log2(6)));
  });
});

test("places are shares of the page", () => {
  const small = parse("<p id=p>x</p><p id=out>y</p>");
  const side = () => new Float32Array(small.size);
  const boxes = {
    geometry: "estimate" as const,
    width: 1000,
    height: 2000,
    x: side(),
    y: side(),
    w: side(),
    h: side(),
  };
  const put = (id: string, place: readonly [number, number, number, number]) => {
    const node = byId(small, id);
    [boxes.x[node], boxes.y[node], boxes.w[node], boxes.h[node]] = place;
  };
  put("p", [100, 500, 600, 1000]);
  put("out", [-300, 1900, 5000, 400]);
  const found = featuresOf(small, byId(small, "p"), boxes);
  const expected = {
    left: 0.1,
    right: 0.3,
    top: 0.25,
    bottom: 0.25,
    topPixels: Math.log2(501),
    bottomPixels: Math.log2(501),
    margin: 0.1,
    centre: 0.1,
    middle: 0,
    width: 0.6,
    height: 0.5,
    area: Math.log2(600_001),
    shape: Math.log2(0.6),
  };
  for (const [name, value] of Object.entries(expected)) expect([name, found[name]]).toEqual([name, Math.fround(value)]);
  expect(featuresOf(small, byId(small, "out"), boxes)).toMatchObject({
    left: 0,
    right: 0,
    bottom: 0,
    bottomPixels: 0,
    width: 1,
    margin: 0,
  });
});
