import { type Page, tagNumber } from "../page/index.ts";

/** Kinds of elements that are counted in a block. Links, images and controls are counted by the page itself. */
export const tagKinds = [
  { name: "paragraphs", tags: "p" },
  { name: "headings", tags: "h1,h2,h3,h4,h5,h6" },
  { name: "breaks", tags: "br,hr" },
  { name: "bold", tags: "b,strong" },
  { name: "italics", tags: "i,em,cite" },
  { name: "fonts", tags: "font,big,small,center,u,tt" },
  { name: "spans", tags: "span" },
  { name: "divisions", tags: "div,section,article" },
  { name: "lists", tags: "ul,ol,dl,menu" },
  { name: "items", tags: "li,dt,dd" },
  { name: "tables", tags: "table" },
  { name: "rows", tags: "tr" },
  { name: "cells", tags: "td,th" },
  { name: "forms", tags: "form,label,option,fieldset" },
  { name: "frames", tags: "iframe,object,embed,video,audio,applet" },
] as const;

export type TagKind = (typeof tagKinds)[number]["name"];

const none = 255;
const kindOfTag = new Uint8Array(256).fill(none);
tagKinds.forEach(({ tags }, kind) => {
  for (const name of tags.split(",")) kindOfTag[tagNumber(name)] = kind;
});

/** Running sums of the elements of each kind, hidden ones included, as in `page.sums`. */
export function tagSums(page: Page): readonly Int32Array[] {
  const sums = tagKinds.map(() => new Int32Array(page.size + 1));
  const total = new Int32Array(tagKinds.length);
  for (let i = 0; i < page.size; i++) {
    for (let kind = 0; kind < total.length; kind++) (sums[kind] as Int32Array)[i] = total[kind];
    const kind = kindOfTag[page.tag[i]] ?? none;
    if (kind !== none) total[kind] = total[kind] + 1;
  }
  for (let kind = 0; kind < total.length; kind++) (sums[kind] as Int32Array)[page.size] = total[kind];
  return sums;
}
