import { isText, type Page, parse } from "dehusk/internal/page";
import { describe, expect, test } from "vitest";
import { filledScores, groupsOfEqual, labelledLeaves, mergedGroups, mergedValues, trueGroups } from "./leaf-groups.ts";
import { nodeTruth } from "./node-truth.ts";

const good = (text: string): string => `<kw class="krdwrd-tag-3">${text}</kw>`;
const bad = (text: string): string => `<kw class="krdwrd-tag-1">${text}</kw>`;

/** A page of labelled texts: the raw page is the annotated one without the wrappers. */
function truthOf(expectedHtml: string) {
  return nodeTruth({ html: expectedHtml.replace(/<\/?kw[^>]*>/g, ""), expectedHtml });
}

/** The leaves' texts, group by group. */
function named(page: Page, leaves: Int32Array, groups: Int32Array): string[] {
  const lists = new Map<number, string[]>();
  for (const [k, leaf] of leaves.entries()) {
    const group = groups[k];
    lists.set(group, [...(lists.get(group) ?? []), page.strings[leaf].trim()]);
  }
  return [...lists.values()].map((list) => list.join(" "));
}

describe("trueGroups", () => {
  test("are the largest fragments of one kind", () => {
    const truth = truthOf(
      `<div><ul><li>${bad("a")}<li>${bad("b")}</ul><p>${bad("c")}</p></div>` +
        `<div><p>${good("d")} <i>${good("e")}</i></p><p>${bad("f")}</p></div><kw class="krdwrd-tag-2">?</kw>`,
    );
    const leaves = labelledLeaves(truth);
    expect(named(truth.page, leaves, trueGroups(truth, leaves))).toEqual(["a b c", "d e", "f"]);
  });

  test("a page of one kind is one group", () => {
    const truth = truthOf(`<p>${good("a")}<p>${good("b")}`);
    const leaves = labelledLeaves(truth);
    expect(named(truth.page, leaves, trueGroups(truth, leaves))).toEqual(["a b"]);
  });
});

describe("groups by scores", () => {
  const page = parse("<body><div><p>a</p><p>b</p></div><p>c</p><p>d</p>");
  const leaves = Int32Array.from({ length: page.size }, (_, i) => i).filter((i) => isText(page, i));
  const valuesOf = (...ofLeaves: number[]): Float64Array => {
    const value = new Float64Array(page.size).fill(0.5);
    for (const [k, leaf] of leaves.entries()) value[leaf] = ofLeaves[k];
    return value;
  };

  test("without smoothing, only nodes of the same value are connected", () => {
    expect(named(page, leaves, groupsOfEqual(page, valuesOf(0.5, 0.5, 0.1, 0.1), leaves))).toEqual(["a b", "c", "d"]);
  });

  test("merging joins neighbours that differ by less than δ, and gives them their mean", () => {
    const value = valuesOf(0.1, 0.2, 0.4, 0.4);
    const groups = mergedGroups(value, leaves, 0.15);
    expect(named(page, leaves, groups)).toEqual(["a b", "c d"]);
    expect(named(page, leaves, mergedGroups(value, leaves, 0.2))).toEqual(["a b", "c d"]);
    expect(named(page, leaves, mergedGroups(value, leaves, 0.21))).toEqual(["a b c d"]);
    const merged = mergedValues(value, leaves, groups);
    expect([...leaves].map((leaf) => merged[leaf]?.toFixed(2))).toEqual(["0.15", "0.15", "0.40", "0.40"]);
    expect(merged[0]).toBe(0.5);
  });

  test("a node without a score has its ancestor's", () => {
    const score = new Float64Array(page.size).fill(Number.NaN);
    score[0] = 0.25;
    score[leaves[1]] = 0.75;
    const filled = filledScores(page, score);
    expect([...leaves].map((leaf) => filled[leaf])).toEqual([0.25, 0.75, 0.25, 0.25]);
    expect(score[leaves[0]]).toBeNaN();
  });
});
