import { type Page, tagNumber } from "../page/index.ts";
import { type FeatureGroup, logarithm, ratio } from "./feature.ts";
import type { TemplateBlockView } from "./template-block-view.ts";

/** Kinds of tags that blocks have and lie in. */
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

/** A block is no body. */
const ownKinds = kinds.slice(0, -1);

/**
 * Where a block lies in the tree and in the source. The page does not keep its source: lines are counted in texts,
 * scripts and comments, and places in HTML as it would be written anew. Where it lies on the screen is among
 * `placeFeatures`.
 */
export const blockPlaceFeatures: FeatureGroup<TemplateBlockView> = {
  features: [
    { name: "depth", unit: "log2 of levels", why: "templates nest deeply" },
    { name: "depthShare", unit: "share of the deepest level", why: "what lies near the root is a part of the page" },
    { name: "fromFirst", unit: "log2 of siblings before it", why: "headers come first" },
    { name: "fromLast", unit: "log2 of siblings after it", why: "footers come last" },
    { name: "siblings", unit: "log2 of siblings, itself included", why: "items of lists have many siblings" },
    { name: "siblingPlace", unit: "0 first to 1 last among siblings", why: "content is between header and footer" },
    { name: "sameTag", unit: "share of siblings with its tag", why: "items of lists are all the same" },
    { name: "charactersBefore", unit: "share of the page's characters", why: "templates come first and last" },
    { name: "charactersAfter", unit: "share of the page's characters", why: "templates come first and last" },
    { name: "htmlBefore", unit: "share of the page's HTML", why: "templates come first and last" },
    { name: "htmlAfter", unit: "share of the page's HTML", why: "templates come first and last" },
    { name: "line", unit: "log2 of lines before it", why: "headers have a length of their own, however long the page" },
    { name: "linePlace", unit: "share of the page's lines", why: "templates come first and last" },
    { name: "lines", unit: "log2 of lines in it", why: "programs write content on few lines, people write on many" },
    ...ownKinds.map(({ name }) => ({
      name: `blockIs${name}`,
      unit: "0 or 1",
      why: "what a block is tells what it is made for",
    })),
    ...kinds.map(({ name }) => ({
      name: `parentIs${name}`,
      unit: "0 or 1",
      why: "what a block lies in tells its part",
    })),
  ],
  fill(blocks, node, row, at) {
    const { view, siblingsBefore, siblingsOfTag, lines, deepest } = blocks;
    const { page, depth, shapes } = view;
    const end = page.end[node];
    const parent = Math.max(0, page.parent[node]);
    const siblings = Math.max(1, shapes.children[parent]);
    const before = siblingsBefore[node];
    const levels = depth[node];
    row[at] = logarithm(levels);
    row[at + 1] = ratio(levels, deepest);
    row[at + 2] = logarithm(before);
    row[at + 3] = logarithm(Math.max(0, siblings - 1 - before));
    row[at + 4] = logarithm(siblings);
    row[at + 5] = Math.min(1, ratio(before, siblings - 1, 0.5));
    row[at + 6] = Math.min(1, siblingsOfTag[node] / siblings);
    row[at + 7] = place(page.sums.characters, node, page);
    row[at + 8] = 1 - place(page.sums.characters, end, page);
    row[at + 9] = place(page.sums.htmlLength, node, page);
    row[at + 10] = 1 - place(page.sums.htmlLength, end, page);
    row[at + 11] = logarithm(lines[node]);
    row[at + 12] = place(lines, node, page);
    row[at + 13] = logarithm(lines[end] - lines[node]);
    const own = kindOfTag[page.tag[node]] ?? kinds.length;
    const parents = kindOfTag[page.tag[parent]] ?? kinds.length;
    const next = at + 14;
    for (let kind = 0; kind < ownKinds.length; kind++) row[next + kind] = own === kind ? 1 : 0;
    for (let kind = 0; kind < kinds.length; kind++) row[next + ownKinds.length + kind] = parents === kind ? 1 : 0;
  },
};

/** Share of a running sum that comes before a node. */
function place(sum: Int32Array, node: number, page: Page): number {
  return ratio(sum[node], sum[page.size]);
}
