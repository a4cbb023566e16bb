import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMarkers } from "../../../../accuracy/markers.mjs";
import type { BlockView } from "../features/index.ts";
import { blocksOf, blockText, blockWith, sentence } from "../features/testing/blocks-of.ts";
import { randomThread } from "../features/testing/random-threads.ts";
import { type Page, parse } from "../page/index.ts";
import { kindsOfBlocks } from "./block-kinds.ts";
import { type TextKind, textKinds } from "./content-model.ts";
import { scoredBlocks } from "./testing/scored-blocks.ts";

interface Said {
  readonly comment?: number;
  readonly post?: number;
  readonly review?: number;
  readonly chance?: number;
}

/** The kinds of a page's blocks for these outputs of trees. */
function kindsFor(view: BlockView, said: (block: number) => Said): TextKind[] {
  const { page } = view.view;
  const { count, first, last } = page.blocks;
  const [comment, post, review] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  const chance = new Float64Array(count);
  const words = new Int32Array(count);
  for (let b = 0; b < count; b++) {
    const own = { comment: -8, post: -8, review: -8, chance: 0.5, ...said(b) };
    comment[b] = own.comment;
    post[b] = own.post;
    review[b] = own.review;
    chance[b] = own.chance;
    words[b] = wordsBetween(page, first[b], last[b]);
  }
  const kinds = kindsOfBlocks({ view, looked: words.map((_, b) => b), comment, post, review, words, chance });
  return Array.from(kinds, (kind) => textKinds[kind]);
}

function wordsBetween({ sums }: Page, first: number, last: number): number {
  return sums.words[last + 1] - sums.words[first];
}

/** The parent of the similar parts that a block is in, found by walking up; undefined for none. */
function groupAbove({ view: { page }, element, instance }: BlockView, block: number): number | undefined {
  for (let node = element[block]; node > 0; node = page.parent[node]) {
    if (instance[node] > 0) return page.parent[node];
  }
  return undefined;
}

/** An article and similar parts below it, each with a name of two words and a text. */
function articleWith(parts: readonly string[]): BlockView {
  const list = parts.map((text) => `<div class=part><p>Some name</p><p>${text}</p></div>`).join("");
  return blocksOf(`<article><p>${sentence(80, "Article")}</p></article><section>${list}</section>`);
}

describe("similar parts", () => {
  const view = articleWith([sentence(25, "First"), sentence(36, "Second"), sentence(49, "Third")]);
  const { page } = view.view;
  const [first, second, third] = ["First", "Second", "Third"].map((text) => blockWith(page, text));
  const parts = [first, second, third];
  const kinds = (comments: readonly number[], reviews: readonly number[] = []) => {
    const all = kindsFor(view, (b) => {
      const at = parts.indexOf(b);
      return at < 0 ? {} : { comment: comments[at] ?? -8, review: reviews[at] ?? -8 };
    });
    return parts.map((b) => all[b as number]);
  };

  test("have one kind, by the mean of their scores, weighted by words", () => {
    // Weights 25, 36 and 49 of 110; the border is -1.8. Plain means are -2, -1.7 and -2.5.
    expect(kinds([-5.5, -3.5, 3])).toEqual(["comment", "comment", "comment"]);
    expect(kinds([3, -3, -5])).toEqual(["article", "article", "article"]);
    expect(kinds([-8, -2, 2.5])).toEqual(["comment", "comment", "comment"]);
  });

  test("need less evidence together than a block on its own", () => {
    expect(kinds([-1.5, -1.5, -1.5])).toEqual(["comment", "comment", "comment"]);
    expect(kinds([-2, -2, -2])).toEqual(["article", "article", "article"]);
    expect(kinds([], [-0.5, -0.5, -0.5])).toEqual(["review", "review", "review"]);
    expect(kinds([], [-1.5, -1.5, -1.5])).toEqual(["article", "article", "article"]);
    const alone = (comment: number) => kindsFor(blocksOf(`<p>${sentence(30)}`), () => ({ comment }))[0];
    expect([alone(-0.5), alone(0), alone(0.5)]).toEqual(["article", "article", "comment"]);
  });

  test("have the kind that exceeds its threshold most", () => {
    expect(kinds([0, 0, 0], [0.5, 0.5, 0.5])).toEqual(["comment", "comment", "comment"]);
    expect(kinds([0, 0, 0], [1, 1, 1])).toEqual(["review", "review", "review"]);
  });

  test("share a kind also with blocks that score otherwise", () => {
    fc.assert(
      fc.property(randomThread, fc.array(fc.integer({ min: -16, max: 16 }), { minLength: 7 }), (html, numbers) => {
        const blocks = blocksOf(html);
        const said = (b: number, column: number) => numbers[(3 * b + column) % numbers.length] / 2;
        const kinds = kindsFor(blocks, (b) => ({ comment: said(b, 0), post: said(b, 1), review: said(b, 2) }));
        const seen = new Map<number, TextKind>();
        const own = blocks.view.page;
        for (const [b, kind] of kinds.entries()) {
          const words = wordsBetween(own, own.blocks.first[b], own.blocks.last[b]);
          if (words < 3) expect(kind).toBe("article");
          const group = groupAbove(blocks, b);
          if (words < 3 || group === undefined) continue;
          expect(kind).toBe(seen.get(group) ?? kind);
          seen.set(group, kind);
        }
      }),
      { numRuns: 150 },
    );
  });
});

test("blocks of one or two words have no kind of their own, and do not affect others", () => {
  const view = articleWith([sentence(25, "First"), sentence(25, "Second")]);
  const { page } = view.view;
  const isName = (b: number) => blockText(page, b) === "Some name";
  const kinds = kindsFor(view, (b) => (isName(b) ? { comment: -8 } : { comment: 1 }));
  expect(kinds.filter((_, b) => isName(b))).toEqual(["article", "article"]);
  expect(kinds.filter((_, b) => !isName(b))).toEqual(["comment", "comment", "comment"]);
});

describe("posts", () => {
  const view = articleWith([sentence(80, "First"), sentence(80, "Second")]);
  const long = ["Article", "First", "Second"].map((text) => blockWith(view.view.page, text));
  const kinds = (said: Said, of: (block: number) => Said = () => ({})) => {
    const all = kindsFor(view, (b) => ({ ...said, ...of(b) }));
    return long.map((b) => all[b]);
  };

  test("are either all of a page's content or none, by the mean over its likely content", () => {
    expect(kinds({ post: -1 })).toEqual(["post", "post", "post"]);
    expect(kinds({ post: -1.5 })).toEqual(["article", "article", "article"]);
    const unlikely = (b: number): Said => (b === long[0] ? { post: 8 } : { chance: 0 });
    expect(kinds({ post: -8 }, unlikely)).toEqual(["post", "post", "post"]);
    const likely = (b: number): Said => (b === long[0] ? { post: 8, chance: 0 } : {});
    expect(kinds({ post: -8 }, likely)).toEqual(["article", "article", "article"]);
  });

  test("are not reviews, and not comments with a higher score", () => {
    expect(kinds({ post: 2, review: 1 })).toEqual(["review", "review", "review"]);
    expect(kinds({ post: 2, comment: 1 })).toEqual(["post", "post", "post"]);
    expect(kinds({ post: 2, comment: 2.5 })).toEqual(["comment", "comment", "comment"]);
  });

  test("are on no page without words, or without likely content", () => {
    expect(kindsFor(blocksOf(""), () => ({}))).toEqual([]);
    expect(kinds({ post: 8, chance: 0 })).toEqual(["article", "article", "article"]);
  });
});

describe("by the default model", () => {
  const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
  const blocksFor = (html: string) => {
    const page = parse(html);
    const { kind, chance, words } = scoredBlocks(page);
    const share = (name: TextKind) => {
      let [own, all] = [0, 0];
      for (const [b, number] of words.entries()) {
        all += number * chance[b];
        if (textKinds[kind[b]] === name) own += number * chance[b];
      }
      return own / all;
    };
    return { page, share, kindWith: (text: string) => textKinds[kind[blockHolding(page, text)]] };
  };
  const blockHolding = (page: Page, text: string): number => {
    for (let b = 0; b < page.blocks.count; b++) if (blockText(page, b).includes(text)) return b;
    throw new Error(`No block holds ${text}.`);
  };

  test("a thread is made of posts", () => {
    const { share } = blocksFor(read("examples/forum-thread.html"));
    expect(share("post")).toBeGreaterThan(0.9);
  });

  test.each([
    ["forum-thread", 0],
    ["qa", 0.1],
  ])("hardly anything of %s is a comment", (name, most) => {
    const { share } = blocksFor(read(`examples/${name}.html`));
    expect(share("comment") + share("review")).toBeLessThanOrEqual(most);
  });

  test.each(["comments-plain-library", "comments-comentarios-pt"])(
    "%s has comments that are no posts, and an article that is neither",
    (name) => {
      const { html, content, comments } = readMarkers(read(`accuracy/pages/${name}.html`));
      const { page, share, kindWith } = blocksFor(html);
      const textsOf = (stretches: readonly string[]) => {
        const part = parse(stretches.join(""));
        const texts = Array.from({ length: part.blocks.count }, (_, b) => blockText(part, b));
        return texts.filter((text) => text.length > 60 && page.text.includes(text));
      };
      expect(share("post")).toBe(0);
      const kindsIn = (stretches: readonly string[]) => textsOf(stretches).map(kindWith);
      expect(kindsIn(comments).length).toBeGreaterThan(2);
      expect(kindsIn(content).length).toBeGreaterThan(2);
      const missed = kindsIn(comments).filter((kind) => kind !== "comment").length;
      expect(missed / kindsIn(comments).length).toBeLessThan(0.2);
      expect(new Set(kindsIn(content))).toEqual(new Set(["article"]));
    },
  );

  test("a product has reviews, and its description is not one", () => {
    const { kindWith } = blocksFor(read("examples/product.html"));
    expect(kindWith("I put a sheet of kitchen paper under the spout")).toBe("review");
    expect(kindWith("Boils 1 L in 4:50")).toBe("review");
    expect(kindWith("Steel 18/10")).toBe("article");
  });
});
