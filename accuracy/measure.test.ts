import { describe, expect, it } from "vitest";
import { extract } from "../packages/dehusk/src/index.ts";
import { wordScores } from "../packages/lab/src/index.ts";
import { type Library, measurePage } from "./measure.mjs";

const page = { name: "article-x", kind: "article", html: "<p>page</p>", content: ["<p>a b</p>"], comments: [] };

/** Reads truth as the library does; its answer for the page itself is the one given. */
function answering(answer: { text: string; comments?: string | undefined }): Library {
  return { wordScores, extract: (html, options) => (options === undefined ? answer : extract(html, options)) };
}

describe("measurePage", () => {
  it("compares the extracted words with those between the markers", () => {
    expect(measurePage(page, answering({ text: "a c" }))).toEqual({
      name: "article-x",
      kind: "article",
      precision: 0.5,
      recall: 0.5,
      f1: 0.5,
    });
  });

  it("keeps the words of cells apart whose table is not marked", () => {
    const cells = { ...page, content: ["<tr><th>Weight</th><td>2 kg</td></tr>"] };
    expect(measurePage(cells, answering({ text: "Weight 2 kg" })).f1).toBe(1);
  });

  it("scores comments only where the page has some, and missing ones as zero", () => {
    const commented = { ...page, comments: ["<p>well said</p>"] };
    expect(measurePage(page, answering({ text: "a b", comments: "noise" })).comments).toBeUndefined();
    expect(measurePage(commented, answering({ text: "a b" })).comments?.f1).toBe(0);
    expect(measurePage(commented, answering({ text: "a b", comments: "Well said." })).comments?.f1).toBe(1);
  });
});
