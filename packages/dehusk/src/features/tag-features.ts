import { Gap, isText, tagNumber } from "../page/index.ts";
import { columnsOf, type FeatureFamily, logarithm, ratio } from "./feature.ts";
import { Inside } from "./inside.ts";
import type { PageView } from "./page-view.ts";

const LI = tagNumber("li");
const DIV = tagNumber("div");
const P = tagNumber("p");

const insideBits = /* @__PURE__ */ Object.values(Inside);
const insideNames = /* @__PURE__ */ (Object.keys(Inside) as (keyof typeof Inside)[]).map(
  (name): `in${keyof typeof Inside}` => `in${name}`,
);

const names = [
  "isText",
  "isInline",
  "isItem",
  "isParagraph",
  "isDivision",
  "depth",
  "alike",
  "alikeShare",
  "shapeCount",
  "shapeWords",
  "shapeLinks",
] as const;
const column = /* @__PURE__ */ columnsOf(names);

export type TagFeature = (typeof insideNames)[number] | (typeof names)[number];

/** The markup of a node. */
export const tagFeatures: FeatureFamily<PageView, TagFeature> = {
  names: [...insideNames, ...names],
  fill({ page, inside, depth, shapes, core }, node, row, at) {
    const bits = inside[core[node]];
    for (let i = 0; i < insideBits.length; i++) row[at + i] = (bits & insideBits[i]) === 0 ? 0 : 1;
    const own = at + insideBits.length;
    const text = isText(page, node);
    // Text and inline elements repeat in the shape of their parent.
    const element = text ? page.parent[node] : node;
    const tag = page.tag[node];
    const shape = shapes.shape[element];
    row[own + column.isText] = text ? 1 : 0;
    row[own + column.isInline] = !text && page.gap[node] < Gap.Tab ? 1 : 0;
    row[own + column.isItem] = tag === LI ? 1 : 0;
    row[own + column.isParagraph] = tag === P ? 1 : 0;
    row[own + column.isDivision] = tag === DIV ? 1 : 0;
    row[own + column.depth] = logarithm(depth[node]);
    const alike = shapes.alike[element];
    row[own + column.alike] = logarithm(Math.max(0, alike - 1));
    row[own + column.alikeShare] = ratio(alike, shapes.children[page.parent[element]] ?? 0);
    const count = shapes.elements[shape];
    row[own + column.shapeCount] = logarithm(count);
    row[own + column.shapeWords] = logarithm(ratio(shapes.words[shape], count));
    row[own + column.shapeLinks] = ratio(shapes.anchorCharacters[shape], shapes.characters[shape]);
  },
};
