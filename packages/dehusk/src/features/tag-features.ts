import { Gap, isText, tagNumber } from "../page/index.ts";
import { type FeatureGroup, logarithm, ratio } from "./feature.ts";
import { Inside } from "./inside.ts";
import type { PageView } from "./page-view.ts";

const LI = tagNumber("li");
const DIV = tagNumber("div");
const P = tagNumber("p");

const insideBits = Object.values(Inside);

/** What a node is in the page's markup. */
export const tagFeatures: FeatureGroup<PageView> = {
  features: [
    ...Object.keys(Inside).map((name) => ({
      name: `in${name}`,
      unit: "0 or 1",
      why: `authors mark what is in ${name.toLowerCase()} elements and roles, and so what is not`,
    })),
    { name: "isText", unit: "0 or 1", why: "text by itself, without an element around it" },
    { name: "isInline", unit: "0 or 1", why: "part of a line" },
    { name: "isItem", unit: "0 or 1", why: "an item of a list" },
    { name: "isParagraph", unit: "0 or 1", why: "paragraphs are content" },
    { name: "isDivision", unit: "0 or 1", why: "a container without a meaning" },
    { name: "depth", unit: "log2 of levels", why: "templates nest deeply" },
    { name: "alike", unit: "log2 of siblings of the same shape", why: "items of menus and lists look the same" },
    { name: "alikeShare", unit: "share of the siblings", why: "items of menus and lists look the same" },
    { name: "shapeCount", unit: "log2 of elements of the same shape on the page", why: "lists repeat one shape" },
    {
      name: "shapeWords",
      unit: "log2 of mean words of the shape",
      why: "what looks the same is the same: small menu items, long paragraphs",
    },
    { name: "shapeLinks", unit: "share of the shape's characters in links", why: "what looks the same is the same" },
  ],
  fill({ page, inside, depth, shapes, core }, node, row, at) {
    const bits = inside[core[node]];
    let i = at;
    for (const bit of insideBits) row[i++] = (bits & bit) === 0 ? 0 : 1;
    const text = isText(page, node);
    // Text and inline elements repeat in the shape of what holds them.
    const element = text ? page.parent[node] : node;
    const tag = page.tag[node];
    const shape = shapes.shape[element];
    row[i++] = text ? 1 : 0;
    row[i++] = !text && page.gap[node] < Gap.Tab ? 1 : 0;
    row[i++] = tag === LI ? 1 : 0;
    row[i++] = tag === P ? 1 : 0;
    row[i++] = tag === DIV ? 1 : 0;
    row[i++] = logarithm(depth[node]);
    const alike = shapes.alike[element];
    row[i++] = logarithm(Math.max(0, alike - 1));
    row[i++] = ratio(alike, shapes.children[page.parent[element]] ?? 0);
    const count = shapes.elements[shape];
    row[i++] = logarithm(count);
    row[i++] = logarithm(ratio(shapes.words[shape], count));
    row[i++] = ratio(shapes.anchorCharacters[shape], shapes.characters[shape]);
  },
};
