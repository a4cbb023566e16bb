import { hiddenMarks, type Page } from "../page/index.ts";

/**
 * 1 for each node that shows something: text, a picture or a form control. Only these are compared between pages: line
 * breaks and empty cells are on every page and say nothing about their surroundings.
 */
export function shownNodes(page: Page): Uint8Array {
  const { characters, images, controls } = page.sums;
  const shown = new Uint8Array(page.size);
  for (let i = 0; i < page.size; i++) {
    if ((page.marks[i] & hiddenMarks) !== 0) continue;
    const end = page.end[i];
    const some = characters[end] !== characters[i] || images[end] !== images[i] || controls[end] !== controls[i];
    shown[i] = some ? 1 : 0;
  }
  return shown;
}
