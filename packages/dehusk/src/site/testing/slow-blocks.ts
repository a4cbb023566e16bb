import { hashWord, isElement, isText, type Page, splitWords, tagName, textOf } from "../../page/index.ts";

/** A block by the letter of the paper: strings and recursion, whatever the cost. */
export interface SlowBlock {
  readonly node: number;
  readonly text: string;
  readonly copy: boolean;
  readonly below: SlowBlock[];
}

const tags = new Set("blockquote,dd,div,dl,dt,h1,h2,h3,h4,h5,h6,li,ol,pre,small,table,td,th,tr,ul".split(","));

export function normalText(page: Page, node: number): string {
  return textOf(page, node)
    .replace(/[\0-\x20\xa0]+/g, " ")
    .trim();
}

/** The blocks of a page as trees. */
export function slowBlocks(page: Page, minimumCharacters = 40, minimumWords = 3): SlowBlock[] {
  const met = new Set<string>();
  return blocksUnder(0);

  function blocksUnder(node: number): SlowBlock[] {
    const found: SlowBlock[] = [];
    for (let i = node + 1; i < page.end[node]; i = page.end[i]) found.push(...blocksAt(i));
    return found;
  }

  function blocksAt(node: number): SlowBlock[] {
    if (!isElement(page, node) || !tags.has(tagName(page, node))) return blocksUnder(node);
    const text = normalText(page, node);
    if (text.length < minimumCharacters || differentWords(page, node) < minimumWords) return [];
    const copy = met.has(text);
    met.add(text);
    return [{ node, text, copy, below: blocksUnder(node) }];
  }
}

function differentWords(page: Page, node: number): number {
  const words = new Set<number>();
  for (let i = node; i < page.end[node]; i++) {
    if (isText(page, i)) for (const word of splitWords(textOf(page, i))) words.add(hashWord(word));
  }
  return words.size;
}

/** Labels of the blocks of every page by node: "template" or "non-template"; ignored ones are missing. */
export function slowLabels(pages: readonly Page[], minimumCharacters = 40, minimumWords = 3): Map<number, string>[] {
  const trees = pages.map((page) => slowBlocks(page, minimumCharacters, minimumWords));
  const pagesOf = new Map<string, number>();
  const texts = new Set<string>();
  pages.forEach((page, p) => {
    if (texts.has(normalText(page, 0))) return;
    texts.add(normalText(page, 0));
    for (const text of new Set(all(trees[p]).map((block) => block.text))) {
      pagesOf.set(text, (pagesOf.get(text) ?? 0) + 1);
    }
  });
  const frequency = (block: SlowBlock): number => pagesOf.get(block.text) as number;
  return trees.map((tree) => {
    const labels = new Map<number, string>();
    for (const block of all(tree)) {
      if (!block.copy && frequency(block) >= 2 && frequency(block) / texts.size >= 0.1) {
        labels.set(block.node, "template");
      }
    }
    for (const block of topmostUnique(tree)) if (!block.copy) labels.set(block.node, "non-template");
    return labels;
  });

  function topmostUnique(tree: readonly SlowBlock[]): SlowBlock[] {
    return tree.flatMap((block) =>
      all([block]).every((inner) => frequency(inner) === 1) ? [block] : topmostUnique(block.below),
    );
  }
}

function all(tree: readonly SlowBlock[]): SlowBlock[] {
  return tree.flatMap((block) => [block, ...all(block.below)]);
}
