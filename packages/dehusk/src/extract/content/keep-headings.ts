import { attribute, isShown, isText, type Page, sumOf, tagNumber } from "../../page/index.ts";

const DIV = tagNumber("div");

/** Maximum words of a heading. */
const mostWords = 20;

/** Keeps, in place, headings that are headings by their role alone, where the text below them is kept. */
export function keepHeadings(page: Page, kept: Uint8Array): void {
  const { words } = page.sums;
  for (let i = 1; i < page.size; i++) {
    if (page.tag[i] !== DIV || page.attributes[i].length === 0 || attribute(page, i, "role") !== "heading") continue;
    const count = sumOf(page, words, i);
    if (count === 0 || count > mostWords || !isShown(page, i)) continue;
    let next = page.end[i];
    while (next < page.size && words[next + 1] === words[next]) next++;
    if (next < page.size && kept[next] === 1) {
      for (let node = i; node < page.end[i]; node++) if (isText(page, node)) kept[node] = 1;
    }
  }
}
