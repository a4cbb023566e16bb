import { Mark, type Page } from "../../page/index.ts";
import { keepShown } from "../kept-nodes.ts";
import { matchSelectors } from "./match-selectors.ts";
import { readSelectors } from "./read-selectors.ts";

export interface SelectOptions {
  /** CSS selectors of elements to keep whole, in addition to the content found. */
  readonly include?: string | readonly string[] | undefined;
  /** CSS selectors of elements to leave out. The innermost element that a selector matches decides. */
  readonly exclude?: string | readonly string[] | undefined;
}

const selectors = {
  type: "texts",
  must: "CSS selectors",
  test: (text: string) => readSelectors(text) !== undefined,
} as const;

export const selectTable = { include: selectors, exclude: selectors } as const;

/** The effect of selectors on the nodes of a page. */
export interface Selection {
  /** For each node 0, or the number of the selector that decides on it, from 1; negative if it excludes. */
  readonly by: Int32Array;
  /** The selector that decides on a node. */
  selectorOf(node: number): string;
}

/** Applies the options' selectors to a page; undefined if they select nothing. */
export function selectNodes(page: Page, { include = [], exclude = [] }: SelectOptions): Selection | undefined {
  const kept = [include].flat();
  const all = [...kept, ...[exclude].flat()];
  if (all.length === 0) return undefined;
  const by = new Int32Array(page.size);
  for (const [i, text] of all.entries()) {
    const matched = matchSelectors(page, readSelectors(text) ?? []);
    const number = i < kept.length ? i + 1 : -i - 1;
    for (let node = 1; node < by.length; node++) if (matched[node] === 1) by[node] = number;
  }
  for (let node = 1; node < by.length; node++) if (by[node] === 0) by[node] = by[page.parent[node]];
  return { by, selectorOf: (node) => all[Math.abs(by[node]) - 1] };
}

/** Elements that browsers never show, selected or not. */
const neverShown = Mark.Unseen | Mark.NoScript | Mark.Template;

/** Includes and excludes what selectors match, in place; hidden elements are included too if a selector matches them. */
export function withSelected(page: Page, kept: Uint8Array, selection: Selection | undefined): Uint8Array {
  if (selection === undefined) return kept;
  const { by } = selection;
  const shown = keepShown(page);
  for (let node = 1; node < kept.length; node++) {
    if (by[node] < 0) kept[node] = 0;
    else if (by[node] > 0 && (shown[node] === 1 || (page.marks[node] & neverShown) === 0)) keep(node);
  }
  return kept;

  function keep(node: number): void {
    for (let up = node; up >= 0 && (up === node || kept[up] !== 1); up = page.parent[up]) kept[up] = 1;
  }
}
