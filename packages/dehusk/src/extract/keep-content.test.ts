import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Detection, detect, detectPage, pageLevelModel } from "../detect/index.ts";
import { blockText } from "../features/testing/blocks-of.ts";
import { byId } from "../features/testing/features-of.ts";
import { isShown, isText, type Page, parse } from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { confidenceIn } from "./confidence.ts";
import { keepBlocks, keepContent } from "./keep-content.ts";
import { keepShown } from "./kept-nodes.ts";

/** A detection in which elements with an id, and all in them, have a given templateness; all else has 0. */
function detectionOf(page: Page, values: Readonly<Record<string, number>>): Detection {
  const templateness = new Float64Array(page.size);
  for (const [id, value] of Object.entries(values)) {
    const node = byId(page, id);
    templateness.fill(value, node, page.end[node]);
  }
  return { ...detectPage(page), templateness };
}

/** The ids of the elements that are kept. */
function keptIds(page: Page, kept: Uint8Array, ids: readonly string[]): string[] {
  return ids.filter((id) => kept[byId(page, id)] === 1);
}

const anyPage = fc.oneof(tagSoup, wellFormedHtml);

describe("keepContent", () => {
  const page = parse(
    `<p id=low>${"content ".repeat(50)}</p><p id=under>${"words ".repeat(9)}</p><p id=at>${"words ".repeat(9)}</p><p id=high>menu</p><p id=gone hidden>unseen</p>`,
  );
  const values = { low: 0.1, under: 0.4999, at: 0.5, high: 0.9, gone: 0.1 };

  test("drops what is at the threshold and above, and what is not shown", () => {
    const kept = keepContent(detectionOf(page, values));
    expect(keptIds(page, kept, Object.keys(values))).toEqual(["low", "under"]);
  });

  test("takes another threshold", () => {
    const detection = detectionOf(page, values);
    expect(keptIds(page, keepContent(detection, 0.95), Object.keys(values))).toEqual(["low", "under", "at", "high"]);
    expect(keptIds(page, keepContent(detection, 0.2), Object.keys(values))).toEqual(["low"]);
  });

  test("keeps what is least of a template, and what is near it, where next to nothing is below the threshold", () => {
    const links = { low: 0.8, under: 0.72, at: 0.79, high: 0.95 };
    expect(keptIds(page, keepContent(detectionOf(page, links)), Object.keys(links))).toEqual(["low", "under", "at"]);
  });

  test("two in a hundred words are enough to go by", () => {
    const words = (few: number) => {
      const made = parse(`<p id=few>${"w ".repeat(few)}</p><p id=many>${"m ".repeat(100 - few)}</p>`);
      return keptIds(made, keepContent(detectionOf(made, { few: 0.45, many: 0.54 })), ["few", "many"]);
    };
    expect(words(1)).toEqual(["few", "many"]);
    expect(words(2)).toEqual(["few"]);
  });

  test("keeps something of a page that is all template", () => {
    const all = detectionOf(page, { low: 1, under: 1, at: 1, high: 1 });
    expect(keptIds(page, keepContent(all), ["low", "under", "at", "high"])).toEqual(["low", "under", "at", "high"]);
  });

  test("keeps something of a page of links only", () => {
    const links = Array.from({ length: 40 }, (_, i) => `<li><a href="/${i}">Entry number ${i}</a></li>`).join("");
    const detection = detect(`<title>All entries</title><nav><ul>${links}</ul></nav>`, { model: pageLevelModel });
    expect(Math.min(...detection.templateness.subarray(4))).toBeGreaterThan(0.5);
    const kept = keepContent(detection);
    expect([...kept.keys()].some((node) => kept[node] === 1 && isText(detection.page, node))).toBe(true);
  });

  test.each([
    ["pictures", "<nav><a href=/1><img src=a></a><a href=/2><img src=b></a></nav>"],
    ["signs", "<nav><a href=/1>←</a> <a href=/2>→</a></nav>"],
  ])("keeps all of a page of %s without a word", (_, html) => {
    const detection = detect(html);
    expect(Math.min(...detection.templateness)).toBeGreaterThan(0.5);
    expect(keepContent(detection)).toEqual(keepShown(detection.page));
  });

  test("keeps or drops figures and preformatted text as a whole, by the larger part of their words", () => {
    const whole = parse(
      `<p id=text>${"content ".repeat(30)}</p><figure id=f1><p id=a>one two three</p><p id=b>four</p></figure>
<figure id=f2><p id=c>one two three</p><p id=d>four</p></figure><pre id=pre><b id=e>one two</b><i id=f>three</i></pre>`,
    );
    const detection = detectionOf(whole, { text: 0.1, a: 0.2, b: 0.9, c: 0.9, d: 0.2, e: 0.2, f: 0.9 });
    const kept = keptIds(whole, keepContent(detection), ["text", "f1", "a", "b", "f2", "c", "d", "pre", "e", "f"]);
    expect(kept).toEqual(["text", "f1", "a", "b", "pre", "e", "f"]);
  });

  test("keeps a headline right before kept text, with what holds it, and no other", () => {
    const headed = parse(
      `<div id=top><h1 id=site>The site</h1><p id=menu>menu</p></div><div id=head><h1 id=headline>Headline</h1></div><p id=text>${"content ".repeat(30)}</p>`,
    );
    const detection = detectionOf(headed, { top: 0.9, head: 0.8, text: 0.1 });
    const kept = keptIds(headed, keepContent(detection), ["top", "site", "menu", "head", "headline", "text"]);
    expect(kept).toEqual(["head", "headline", "text"]);
  });

  test("keeps pictures that stand in kept text, unless they are surely template", () => {
    const pictured = parse(
      `<p id=text>${"content ".repeat(30)}<img id=a src=a><img id=b src=b></p><p id=menu>m<img id=c src=c></p>`,
    );
    const detection = detectionOf(pictured, { text: 0.1, a: 0.8, b: 0.9, menu: 0.8 });
    expect(keptIds(pictured, keepContent(detection), ["text", "a", "b", "menu", "c"])).toEqual(["text", "a"]);
  });

  test("keeps with a node all nodes above it, only what is shown, and of any page with words some text", () => {
    fc.assert(
      fc.property(anyPage, fc.double({ min: 0, max: 1, noNaN: true }), (html, threshold) => {
        const detection = detect(html);
        const own = detection.page;
        const kept = keepContent(detection, threshold);
        const shown = keepShown(own);
        let words = 0;
        for (let i = 0; i < own.size; i++) {
          if (kept[i] === 0) continue;
          expect(shown[i]).toBe(1);
          if (i > 0) expect(kept[own.parent[i]]).toBe(1);
          if (isText(own, i) && isShown(own, i)) words += own.sums.words[i + 1] - own.sums.words[i];
        }
        if (own.sums.words[own.size] > 0) expect(words).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });
});

describe("keepBlocks", () => {
  /** Keeps the blocks whose text begins with one of these. */
  function keep(page: Page, starts: readonly string[], values: Readonly<Record<string, number>> = {}): Uint8Array {
    const blocks = Array.from({ length: page.blocks.count }, (_, b) =>
      starts.some((start) => blockText(page, b).startsWith(start)) ? 1 : 0,
    );
    return keepBlocks(detectionOf(page, values), Uint8Array.from(blocks));
  }

  test("keeps the blocks with what holds them, however much of a template that is, and no others", () => {
    const page = parse(
      `<div id=main><p id=one>One <b id=bold>bold</b></p><p id=two>Two</p></div><div id=side><p id=three>Three</p></div>`,
    );
    const ids = ["main", "one", "bold", "two", "side", "three"];
    expect(keptIds(page, keep(page, ["One"], { main: 1, side: 0 }), ids)).toEqual(["main", "one", "bold"]);
    expect(keptIds(page, keep(page, ["Two", "Three"]), ids)).toEqual(["main", "two", "side", "three"]);
    expect(keptIds(page, keep(page, []), ids)).toEqual([]);
  });

  test("keeps pictures in kept text, unless they are surely template, and none in what is dropped", () => {
    const page = parse(
      `<div id=main><p>Text <img id=inside src=a></p><figure id=between><img src=b></figure><img id=banner src=c><p>Text</p></div>
<div id=side><p>Menu <img id=icon src=d></p><img id=beside src=e></div>`,
    );
    const ids = ["main", "inside", "between", "banner", "side", "icon", "beside"];
    const kept = keep(page, ["Text"], { inside: 0.8, between: 0.8, banner: 0.9 });
    expect(keptIds(page, kept, ids)).toEqual(["main", "inside", "between"]);
  });

  test("keeps a table, code and a figure whole among kept text, and headlines before it", () => {
    const text = `<p>Text ${"word ".repeat(40)}</p>`;
    const page = parse(
      `<div><h1 id=headline>Headline</h1></div><div>${text}<pre id=code>some code</pre>${text}<figure id=figure><img src=a><figcaption>Caption</figcaption></figure>
<table id=table><tr><th>Head</th><th>Head</th></tr><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>${text}</div><div><pre id=far>other code</pre><p>Menu ${"item ".repeat(40)}</p></div>`,
    );
    const ids = ["headline", "code", "figure", "table", "far"];
    expect(keptIds(page, keep(page, ["Text"]), ids)).toEqual(["headline", "code", "figure", "table"]);
  });

  test("keeps all of a page without words", () => {
    const page = parse("<nav><a href=/1><img src=a></a></nav><p>←</p>");
    expect(keep(page, [])).toEqual(keepShown(page));
  });

  test("keeps with a node all nodes above it, only what is shown, and of text outside the blocks only what is whole", () => {
    fc.assert(
      fc.property(anyPage, fc.array(fc.boolean(), { minLength: 1 }), (html, choices) => {
        const detection = detect(html);
        const { page } = detection;
        const chosen = new Uint8Array(page.blocks.count).map((_, b) => (choices[b % choices.length] ? 1 : 0));
        const kept = keepBlocks(detection, chosen);
        const shown = keepShown(page);
        for (let i = 1; i < page.size; i++) {
          if (kept[i] === 0) continue;
          expect(shown[i]).toBe(1);
          expect(kept[page.parent[i]]).toBe(1);
        }
        if (page.sums.words[page.size] === 0) return;
        for (let b = 0; b < page.blocks.count; b++) {
          const node = page.blocks.first[b];
          if (kept[node] === chosen[b] || hasAbove(page, node, ["table", "pre", "figure"])) continue;
          expect([kept[node], hasAbove(page, node, ["h1"])]).toEqual([1, true]);
        }
      }),
      { numRuns: 200 },
    );
  });

  function hasAbove(page: Page, node: number, names: readonly string[]): boolean {
    for (let up = node; up > 0; up = page.parent[up]) {
      if (names.includes(page.tagNames[page.tag[up]])) return true;
    }
    return false;
  }
});

describe("confidence", () => {
  const page = parse(`<p id=a>${"w ".repeat(30)}</p><p id=b>${"w ".repeat(10)}</p><p id=c>${"w ".repeat(10)}</p>`);

  test("is the F1 over words that is to be expected", () => {
    const detection = detectionOf(page, { a: 0.1, b: 0.4, c: 0.8 });
    // Kept 40 words, of which 27 + 6 are right; 27 + 6 + 2 are content.
    expect(confidenceIn(detection, keepContent(detection))).toBe(Number(((2 * 33) / (40 + 35)).toFixed(3)));
  });

  test("is 1 when all is sure, and 0 when nothing is kept or there is nothing", () => {
    const sure = detectionOf(page, { a: 0, b: 1, c: 1 });
    expect(confidenceIn(sure, keepContent(sure))).toBe(1);
    expect(confidenceIn(sure, new Uint8Array(page.size))).toBe(0);
    const empty = detect("");
    expect(confidenceIn(empty, keepContent(empty))).toBe(0);
  });

  test("lies between 0 and 1, to three decimals, whatever is kept", () => {
    fc.assert(
      fc.property(anyPage, fc.boolean(), (html, everything) => {
        const detection = detect(html);
        const confidence = confidenceIn(detection, everything ? keepShown(detection.page) : keepContent(detection));
        expect(confidence >= 0 && confidence <= 1).toBe(true);
        expect(Number(confidence.toFixed(3))).toBe(confidence);
      }),
      { numRuns: 100 },
    );
  });
});
