import { type Page, splitWords } from "../../page/index.ts";

/** Labels of a page: its whole content as text, or pieces of text that are and are not content. */
export interface PageTruth {
  readonly text?: string | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

const runLength = 3;

/**
 * The share of each block of a page that is content, from 0 to 1; -1 if unknown. A block is content as far as its
 * three-word runs are in the true text; one or two words are if a run they form with their neighbours is, since single
 * words are in every text.
 */
export function labelBlocks(page: Page, truth: PageTruth): Float32Array {
  const words = blockWords(page);
  if (truth.text === undefined) return labelByPieces(words, truth);
  const expected = splitWords(truth.text.toLowerCase());
  const runs = new Set(runsOf(expected));
  const all = new Set(expected);
  return Float32Array.from(words, (own, b) => {
    if (own.length === 0) return 0;
    if (own.length >= runLength) return shareOf(runsOf(own), runs);
    if (!own.every((word) => all.has(word))) return 0;
    const around = [...nearest(words, b, -1).slice(-2), ...own, ...nearest(words, b, 1).slice(0, 2)];
    const across = runsOf(around);
    return across.length === 0 || across.some((run) => runs.has(run)) ? 1 : 0;
  });
}

/** The words of each block, lower-cased. */
function blockWords(page: Page): string[][] {
  const { first, last, count } = page.blocks;
  return Array.from({ length: count }, (_, b) => {
    const from = page.textFrom[first[b]];
    return splitWords(page.text.slice(from, page.textTo[last[b] + 1]).toLowerCase());
  });
}

function runsOf(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (let i = 0; i + runLength <= words.length; i++) runs.push(words.slice(i, i + runLength).join(" "));
  return runs;
}

function shareOf(runs: readonly string[], known: ReadonlySet<string>): number {
  let found = 0;
  for (const run of runs) if (known.has(run)) found++;
  return found / runs.length;
}

/** The words of the nearest block before or after that has any. */
function nearest(words: readonly (readonly string[])[], block: number, step: number): readonly string[] {
  let b = block + step;
  while (words[b]?.length === 0) b += step;
  return words[b] ?? [];
}

function labelByPieces(words: readonly (readonly string[])[], { include = [], exclude = [] }: PageTruth): Float32Array {
  const plain = (piece: string): string => ` ${splitWords(piece.toLowerCase()).join(" ")} `;
  const wanted = include.map(plain).filter((piece) => piece.trim() !== "");
  const unwanted = exclude.map(plain).filter((piece) => piece.trim() !== "");
  return Float32Array.from(words, (own) => {
    const text = ` ${own.join(" ")} `;
    if (wanted.some((piece) => text.includes(piece))) return 1;
    return unwanted.some((piece) => text.includes(piece)) ? 0 : -1;
  });
}
