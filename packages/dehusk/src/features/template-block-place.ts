import { type Page, tagNumber } from "../page/index.ts";
import { columnsOf, type FeatureFamily, logarithm, ratio } from "./feature.ts";
import type { TemplateBlockView } from "./template-block-view.ts";

/** Kinds of tags of blocks and their parents. */
const kinds = [
  { name: "Division", tags: "div,section,article,main,center" },
  { name: "List", tags: "ul,ol,dl,menu" },
  { name: "Item", tags: "li,dt,dd" },
  { name: "Table", tags: "table,tbody,thead,tfoot" },
  { name: "Row", tags: "tr" },
  { name: "Cell", tags: "td,th" },
  { name: "Heading", tags: "h1,h2,h3,h4,h5,h6" },
  { name: "Body", tags: "body,html" },
] as const;

const kindOfTag = new Uint8Array(256).fill(kinds.length);
kinds.forEach(({ tags }, kind) => {
  for (const name of tags.split(",")) kindOfTag[tagNumber(name)] = kind;
});

/** A block is not a body. */
const ownKinds = /* @__PURE__ */ kinds.filter((kind) => kind.name !== "Body");

const names = [
  "depth",
  "depthShare",
  "fromFirst",
  "fromLast",
  "siblings",
  "siblingPlace",
  "sameTag",
  "charactersBefore",
  "charactersAfter",
  "htmlBefore",
  "htmlAfter",
  "line",
  "linePlace",
  "lines",
] as const;
const column = /* @__PURE__ */ columnsOf(names);

/** Kinds of tags that a template block is compared with. */
export type PlaceKind = (typeof kinds)[number]["name"];

export type TemplateBlockPlace =
  | (typeof names)[number]
  | `blockIs${Exclude<PlaceKind, "Body">}`
  | `parentIs${PlaceKind}`;

/**
 * The position of a block in the tree and in the source. The page does not keep its source: lines are counted in texts,
 * scripts and comments, and positions in canonical HTML. The position on the screen is among
 * `placeFeatures`.
 */
export const templateBlockPlaceFeatures: FeatureFamily<TemplateBlockView, TemplateBlockPlace> = {
  names: [
    ...names,
    .../* @__PURE__ */ ownKinds.map(({ name }): TemplateBlockPlace => `blockIs${name}`),
    .../* @__PURE__ */ kinds.map(({ name }): TemplateBlockPlace => `parentIs${name}`),
  ],
  fill(blocks, node, row, at) {
    const { view, siblingsBefore, siblingsOfTag, lines, deepest } = blocks;
    const { page, depth, shapes } = view;
    const end = page.end[node];
    const parent = Math.max(0, page.parent[node]);
    const siblings = Math.max(1, shapes.children[parent]);
    const before = siblingsBefore[node];
    const levels = depth[node];
    row[at + column.depth] = logarithm(levels);
    row[at + column.depthShare] = ratio(levels, deepest);
    row[at + column.fromFirst] = logarithm(before);
    row[at + column.fromLast] = logarithm(Math.max(0, siblings - 1 - before));
    row[at + column.siblings] = logarithm(siblings);
    row[at + column.siblingPlace] = Math.min(1, ratio(before, siblings - 1, 0.5));
    row[at + column.sameTag] = Math.min(1, siblingsOfTag[node] / siblings);
    row[at + column.charactersBefore] = place(page.sums.characters, node, page);
    row[at + column.charactersAfter] = 1 - place(page.sums.characters, end, page);
    row[at + column.htmlBefore] = place(page.sums.htmlLength, node, page);
    row[at + column.htmlAfter] = 1 - place(page.sums.htmlLength, end, page);
    row[at + column.line] = logarithm(lines[node]);
    row[at + column.linePlace] = place(lines, node, page);
    row[at + column.lines] = logarithm(lines[end] - lines[node]);
    const own = kindOfTag[page.tag[node]] ?? kinds.length;
    const parents = kindOfTag[page.tag[parent]] ?? kinds.length;
    const next = at + names.length;
    for (let kind = 0; kind < ownKinds.length; kind++) row[next + kind] = own === kind ? 1 : 0;
    for (let kind = 0; kind < kinds.length; kind++) row[next + ownKinds.length + kind] = parents === kind ? 1 : 0;
  },
};

/** Share of a running sum that comes before a node. */
function place(sum: Int32Array, node: number, page: Page): number {
  return ratio(sum[node], sum[page.size]);
}
