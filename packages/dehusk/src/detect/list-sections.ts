import { cutText } from "../basics/index.ts";
import { isShown, isText, type Page, textOf } from "../page/index.ts";
import type { Detection } from "./detect.ts";

/** A part of a page whose nodes share one templateness: a node and its subtree without nested sections. */
export interface Section {
  /** The topmost node. */
  readonly root: number;
  readonly templateness: number;
  /** Words and links of the section's own nodes: over all sections they add up to the page's. */
  readonly words: number;
  readonly links: number;
  /** The lowest and the highest raw score of the section's judged nodes. */
  readonly lowest: number;
  readonly highest: number;
  /** The beginning of its text. */
  readonly text: string;
}

/** Longest beginning of a section's text. */
const longestText = 200;

/** The sections of a page in document order. Linear in the nodes. */
export function listSections({ page, score, hidden, templateness, section }: Detection): Section[] {
  const sections = new Map<number, { -readonly [Key in keyof Section]: Section[Key] }>();
  for (let node = 0; node < page.size; node++) {
    const root = section[node];
    let own = sections.get(root);
    if (own === undefined) {
      const start = { words: 0, links: 0, lowest: Number.POSITIVE_INFINITY, highest: Number.NEGATIVE_INFINITY };
      own = { root, templateness: templateness[root], ...start, text: "" };
      sections.set(root, own);
    }
    own.words += ownFigure(page.sums.words, node);
    own.links += ownFigure(page.sums.links, node);
    if (hidden[node] === 0) {
      own.lowest = Math.min(own.lowest, score[node]);
      own.highest = Math.max(own.highest, score[node]);
    }
    if (own.text.length < longestText && isText(page, node) && isShown(page, node))
      own.text = beginning(own.text, page, node);
  }
  return [...sections.values()];
}

/** What a node adds to a running sum by itself. */
function ownFigure(sum: Int32Array, node: number): number {
  return sum[node + 1] - sum[node];
}

function beginning(before: string, page: Page, node: number): string {
  const text = cutText(textOf(page, node), longestText).replace(/\s+/g, " ").trim();
  return before === "" || text === "" ? before + text : cutText(`${before} ${text}`, longestText);
}
