import { hiddenMarks, isShown, Mark, type Page, TEXT, textOf, xpathsOf } from "../page/index.ts";

/** Why a block of text is, or is not, part of the content. */
export interface ExplainedBlock {
  /** XPath of the block's first text node; null where it is nested so deeply that all paths together would be huge. */
  readonly path: string | null;
  readonly kept: boolean;
  /** How much of a template the block is, from 0 to 1; null when that was not looked at. */
  readonly templateness: number | null;
  readonly reasons: readonly string[];
  readonly text: string;
}

/** Each block of shown text, then each piece of hidden text, in document order, with what decided about it. */
export function explainBlocks(page: Page, kept: Uint8Array): ExplainedBlock[] {
  const blocks: ExplainedBlock[] = [];
  const paths = xpathsOf(page);
  let block = 0;
  for (let node = 0; node < page.size; node++) {
    if (page.tag[node] !== TEXT) continue;
    if (node === page.blocks.first[block]) {
      blocks.push(explainShown(page, kept, shortPath(paths[node] as string), node, page.blocks.last[block] as number));
      block++;
    } else if (!isShown(page, node) && ((page.marks[node] as number) & Mark.Unseen) === 0) {
      const text = (page.strings[node] as string).replace(/\s+/g, " ").trim();
      if (text !== "") blocks.push(explainHidden(page, kept, shortPath(paths[node] as string), node, text));
    }
  }
  return blocks;
}

function explainShown(page: Page, kept: Uint8Array, path: string | null, first: number, last: number): ExplainedBlock {
  const isKept = kept[first] === 1;
  return {
    path,
    kept: isKept,
    templateness: null,
    reasons: [isKept ? "it is shown" : "it was not chosen"],
    text: first === last ? textOf(page, first) : page.text.slice(page.textFrom[first], page.textTo[last + 1]),
  };
}

function explainHidden(page: Page, kept: Uint8Array, path: string | null, node: number, text: string): ExplainedBlock {
  const marks = (page.marks[node] as number) & hiddenMarks;
  const reasons = hiddenReasons.filter(([mark]) => (marks & mark) !== 0).map(([, reason]) => reason);
  return { path, kept: kept[node] === 1, templateness: null, reasons, text };
}

const hiddenReasons: readonly (readonly [number, string])[] = [
  [Mark.HiddenAttribute, "it is in an element marked as hidden"],
  [Mark.AriaHidden, "it is in an element marked aria-hidden"],
  [Mark.HiddenStyle, "its style keeps it from being shown"],
  [Mark.NoScript, "it is only for browsers without scripts"],
  [Mark.Template, "it is in a template, which is not shown by itself"],
];

/** Longest path that is given: about 500 levels. */
const longestPath = 4096;

function shortPath(path: string): string | null {
  return path.length > longestPath ? null : path;
}
