import { type Page, textOf } from "../../page/index.ts";

/** The texts of all text nodes that satisfy a predicate. */
export function textsWhere(page: Page, holds: (node: number) => boolean): string[] {
  const texts: string[] = [];
  for (let i = 0; i < page.size; i++) {
    if (page.tag[i] === 1 && textOf(page, i).trim() !== "" && holds(i)) texts.push(textOf(page, i).trim());
  }
  return texts;
}
