import { isShown, type Page } from "../../page/index.ts";
import { findPageLinks } from "./find-footnotes.ts";

/** Keeps notes whose marks are kept: readers of the text want what it refers to. */
export function keepNotes(page: Page, kept: Uint8Array): void {
  const { characters } = page.sums;
  const content = new Int32Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    content[i + 1] = content[i] + (kept[i] === 1 && page.strings[i] !== "" ? characters[i + 1] - characters[i] : 0);
  }
  for (const [note, { end }] of findPageLinks(page, content, characters).notes) {
    if (content[end] !== content[note]) continue;
    for (let i = note; i < end; i++) if (isShown(page, i)) kept[i] = 1;
    for (let up = page.parent[note]; up > 0 && kept[up] !== 1; up = page.parent[up]) kept[up] = 1;
  }
}
