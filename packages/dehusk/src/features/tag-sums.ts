import { type Page, tagNumber } from "../page/index.ts";

/** Kinds of elements that are counted in a block. Links, images and controls are counted by the page itself. */
export const tagKinds = [
  { name: "paragraphs", tags: "p", why: "texts are written in paragraphs" },
  { name: "headings", tags: "h1,h2,h3,h4,h5,h6", why: "articles have headings, boxes have one each" },
  { name: "breaks", tags: "br,hr", why: "footers and old menus break their lines by hand" },
  { name: "bold", tags: "b,strong", why: "labels and titles are bold" },
  { name: "italics", tags: "i,em,cite", why: "running text stresses words" },
  { name: "fonts", tags: "font,big,small,center,u,tt", why: "small print and old templates set fonts by hand" },
  { name: "spans", tags: "span", why: "templates dress every word by itself" },
  { name: "divisions", tags: "div,section,article", why: "templates nest containers" },
  { name: "lists", tags: "ul,ol,dl,menu", why: "menus are lists" },
  { name: "items", tags: "li,dt,dd", why: "menus are lists" },
  { name: "tables", tags: "table", why: "old templates are tables within tables" },
  { name: "rows", tags: "tr", why: "tables of data have many rows" },
  { name: "cells", tags: "td,th", why: "tables of data have many cells" },
  { name: "forms", tags: "form,label,option,fieldset", why: "search and login boxes belong to the template" },
  { name: "frames", tags: "iframe,object,embed,video,audio,applet", why: "banners and players come from elsewhere" },
] as const;

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
