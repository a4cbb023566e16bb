import { expect, test } from "vitest";
import { byId } from "../features/testing/features-of.ts";
import { type Page, parse } from "../page/index.ts";
import { textKinds } from "./content-model.ts";
import { nodeKinds, noKind } from "./node-kinds.ts";
import { pageLevelModel } from "./page-level.ts";
import { scorePage } from "./score-page.ts";
import { contentScored } from "./testing/scored-blocks.ts";

/** Kinds of the nodes for these kinds of blocks, each with its probability of content. */
function kindsWith(page: Page, blocks: readonly (readonly [kind: (typeof textKinds)[number], chance: number])[]) {
  const scored = contentScored(page);
  expect(page.blocks.count).toBe(blocks.length);
  const kinds = nodeKinds({
    ...scored,
    blocks: {
      ...scored.blocks,
      kind: Uint8Array.from(blocks, ([kind]) => textKinds.indexOf(kind)),
      chance: Float64Array.from(blocks, ([, chance]) => chance),
    },
  }) as Uint8Array;
  return (id: string) => textKinds[kinds[byId(page, id)]] ?? null;
}

const page =
  parse(`<body id=all><div id=text><p id=one>Four words of text.</p><p id=two>An <b id=bold>answer</b> of five words.</p></div>
  <img id=picture><div id=menu><p>These are some seven words of menu.</p></div>`);

test("a node has the kind of most of its words, as far as they are content", () => {
  const likely = kindsWith(page, [
    ["post", 0.9],
    ["comment", 0.9],
    ["article", 0.01],
  ]);
  expect(["one", "two", "bold", "text", "menu", "all"].map(likely)).toEqual([
    "post",
    "comment",
    "comment",
    "comment",
    "article",
    "comment",
  ]);
  const other = kindsWith(page, [
    ["post", 0.9],
    ["comment", 0.5],
    ["article", 0.01],
  ]);
  expect(["text", "all"].map(other)).toEqual(["post", "post"]);
});

test("a node without text has no kind, and only the content model has kinds", () => {
  const kinds = nodeKinds(scorePage(page)) as Uint8Array;
  expect(kinds[byId(page, "picture")]).toBe(noKind);
  expect(nodeKinds(scorePage(page, { model: pageLevelModel }))).toBeUndefined();
});
