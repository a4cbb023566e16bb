import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Detection, detect, detectPage, pageLevelModel } from "../detect/index.ts";
import { byId } from "../features/testing/features-of.ts";
import { isShown, isText, type Page, parse } from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { keepContent } from "./keep-content.ts";
import { keepShown } from "./kept-nodes.ts";

/** A detection in which elements with an id, and their contents, have a given templateness; all others have 0. */
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

  test("drops nodes at the threshold and above, and hidden ones", () => {
    const kept = keepContent(detectionOf(page, values));
    expect(keptIds(page, kept, Object.keys(values))).toEqual(["low", "under"]);
  });

  test("accepts another threshold", () => {
    const detection = detectionOf(page, values);
    expect(keptIds(page, keepContent(detection, 0.95), Object.keys(values))).toEqual(["low", "under", "at", "high"]);
    expect(keptIds(page, keepContent(detection, 0.2), Object.keys(values))).toEqual(["low"]);
  });

  test("keeps the least template-like nodes, and similar ones, if next to nothing is below the threshold", () => {
    const links = { low: 0.8, under: 0.72, at: 0.79, high: 0.95 };
    expect(keptIds(page, keepContent(detectionOf(page, links)), Object.keys(links))).toEqual(["low", "under", "at"]);
  });

  test("two words in a hundred are enough", () => {
    const words = (few: number) => {
      const made = parse(`<p id=few>${"w ".repeat(few)}</p><p id=many>${"m ".repeat(100 - few)}</p>`);
      return keptIds(made, keepContent(detectionOf(made, { few: 0.45, many: 0.54 })), ["few", "many"]);
    };
    expect(words(1)).toEqual(["few", "many"]);
    expect(words(2)).toEqual(["few"]);
  });

  test("keeps something of a page that is only template", () => {
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
    const detection = detect(html, { model: pageLevelModel });
    expect(Math.min(...detection.templateness)).toBeGreaterThan(0.5);
    expect(keepContent(detection)).toEqual(keepShown(detection.page));
  });

  test("keeps the ancestors of kept nodes, only visible ones, and some text of any page with words", () => {
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
