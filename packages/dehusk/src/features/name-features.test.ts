import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashWord, isElement, type Page, parse } from "../page/index.ts";
import type { Lexicon } from "./lexicon.ts";
import { fillNames, type NameLexicons, nameFeatureNames, nameHashes, viewNames, weighNames } from "./name-features.ts";
import { byId } from "./testing/features-of.ts";
import { lexiconOf as fromEntries } from "./testing/lexicon-of.ts";
import { randomThread } from "./testing/random-threads.ts";

function lexiconOf(weights: Readonly<Record<string, number>>): Lexicon {
  return fromEntries(Object.entries(weights).map(([word, weight]) => [hashWord(word), weight]));
}

const contentWeights: Readonly<Record<string, number>> = { post: 2, body: 1.5, sidebar: -3, comments: -1, main: 0.5 };
const lexicons: NameLexicons = {
  content: lexiconOf(contentWeights),
  comment: lexiconOf({ comments: 3, post: 0.5, main: -2 }),
  post: lexiconOf({ post: 4 }),
  review: lexiconOf({ review: 2.5 }),
};

function valuesOf(page: Page, node: number): Record<string, number> {
  const row = new Float32Array(nameFeatureNames.length);
  fillNames(viewNames(page, lexicons), node, row, 0);
  return Object.fromEntries(nameFeatureNames.map((name, f) => [name, row[f]]));
}

const nothing = Object.fromEntries(nameFeatureNames.map((name) => [name, 0]));

describe("evidence of names", () => {
  const page = parse(
    `<main class=main><div id=comments><section class="unknown"><div class="postBody sidebar"><p id=unheard>x<b id=i>y</b></p>
</div></section></div></main><p id=plain>z`,
  );

  test("of an element without a name comes from those around it, the nearest known first", () => {
    expect(valuesOf(page, byId(page, "unheard"))).toEqual({
      nameOwn: 0,
      nameNear: 0.5,
      nameNext: -1,
      nameThree: 0.5,
      nameAll: 0,
      nameLeast: -3,
      nameMost: 2,
      nameComment: 3,
      namePost: 4,
      nameReview: 0,
    });
  });

  test("of an element with a known name", () => {
    const body = page.parent[byId(page, "unheard")];
    expect(valuesOf(page, body)).toMatchObject({ nameOwn: 0.5, nameNear: 0.5, nameNext: -1, nameThree: -0.5 });
    expect(valuesOf(page, byId(page, "comments"))).toMatchObject({
      nameOwn: -1,
      nameNear: -1,
      nameNext: 0.5,
      nameThree: -0.5,
      nameAll: -0.5,
      nameMost: 0.5,
      namePost: 0,
    });
  });

  test("is none if no name is known", () => {
    expect(valuesOf(page, byId(page, "plain"))).toEqual(nothing);
    expect(valuesOf(page, 0)).toEqual(nothing);
    expect(valuesOf(page, 1)).toEqual(nothing);
  });
});

describe("the words in names", () => {
  const hashesOf = (tag: string) => {
    const page = parse(tag);
    return nameHashes(page.attributes[page.tag.length - 1] ?? []);
  };

  test("are those of class, id, role, itemprop and the end of itemtype", () => {
    const tag =
      "<div class=postBody id=entry-7 role=main itemprop=reviewBody itemtype=https://schema.org/Comment data-x=menu title=side>";
    const words = ["post", "body", "entry", "main", "review", "body", "comment"];
    expect(hashesOf(tag)).toEqual(words.map(hashWord));
  });

  test("none in an element without names", () => {
    expect(hashesOf("<div title=post class='' id=7>")).toEqual([]);
  });
});

test("names known from another attribute have the weight of their own attribute", () => {
  const type = "sidebar/post";
  const html = [`<i class="${type}" id=one></i>`, `<i itemtype="${type}" id=two></i>`];
  for (const body of [html.join(""), html.reverse().join("")]) {
    const page = parse(body);
    expect(valuesOf(page, byId(page, "one"))["nameOwn"]).toBe(-1);
    expect(valuesOf(page, byId(page, "two"))["nameOwn"]).toBe(2);
  }
});

test("two short names are not the same as one long one", () => {
  const long = "post ".repeat(40).trim();
  const page = parse(`<i class="${long}" id="post ${long}"></i><i class="${long} post ${long}"></i>`);
  const [short, joined] = [...page.attributes.keys()].filter((node) => page.attributes[node]?.length) as [
    number,
    number,
  ];
  expect(valuesOf(page, short)["namePost"]).toBe(4);
  expect(valuesOf(page, joined)["namePost"]).toBe(0);
});

test("figures match a walk from each element to the root", () => {
  const names = nameFeatureNames;
  fc.assert(
    fc.property(randomThread, (html) => {
      const page = parse(html);
      const view = viewNames(page, lexicons);
      for (let node = 1; node < page.size; node++) {
        if (!isElement(page, node)) continue;
        const own: ReturnType<typeof weighNames>[] = [];
        for (let up = node; up > 0; up = page.parent[up]) {
          own.push(weighNames(nameHashes(page.attributes[up] ?? []), lexicons));
        }
        const known = own.filter(({ isKnown }) => isKnown);
        const sum = (list: typeof own) => list.reduce((total, each) => total + each.sum, 0);
        const expected = [
          own[0]?.sum,
          known[0]?.sum ?? 0,
          known[1]?.sum ?? 0,
          sum(own.slice(0, 3)),
          sum(own),
          Math.min(...own.map(({ least }) => least)),
          Math.max(...own.map(({ most }) => most)),
          Math.max(...own.map(({ comment }) => comment)),
          Math.max(...own.map(({ post }) => post)),
          Math.max(...own.map(({ review }) => review)),
        ];
        const row = new Float32Array(names.length);
        fillNames(view, node, row, 0);
        expect([...row]).toEqual(expected);
      }
    }),
    { numRuns: 100 },
  );
});

test("an element's own names are summed, and their minimum and maximum kept", () => {
  expect(weighNames(["post", "sidebar", "unheard", "body"].map(hashWord), lexicons)).toEqual({
    sum: 0.5,
    least: -3,
    most: 2,
    comment: 0.5,
    post: 4,
    review: 0,
    isKnown: true,
  });
  expect(weighNames([hashWord("unheard")], lexicons).isKnown).toBe(false);
});

test("the columns of names are written, all of them and no others", () => {
  const view = viewNames(parse("<div class=post><p>x"), lexicons);
  for (let node = 0; node < view.parent.length; node++) {
    const row = new Float32Array(nameFeatureNames.length + 8).fill(-7);
    fillNames(view, node, row, 4);
    expect([...row.subarray(0, 4), ...row.subarray(-4)]).toEqual(new Array(8).fill(-7));
    expect(row.subarray(4, -4).includes(-7)).toBe(false);
  }
});
