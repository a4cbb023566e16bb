import type { PageView } from "../../features/index.ts";
import { tagNumber } from "../../page/index.ts";

const TR = tagNumber("tr");
const TH = tagNumber("th");
const TD = tagNumber("td");
const DT = tagNumber("dt");
const DD = tagNumber("dd");

/** The role of a block in a line of facts, such as "Weight: 2 kg". */
export const Fact = { None: 0, Label: 1, Value: 2, Both: 3 } as const;

/** Facts of a page: labels with their values, and prices. */
export interface Facts {
  /** Per block, one of {@link Fact}. */
  readonly fact: Uint8Array;
  /** Per block: 1 if it is short and has an amount of money. */
  readonly isPrice: Uint8Array;
}

/** Maximum words of a label, and of a value. */
const longLabel = 6;
const longValue = 25;

/** Maximum cells with text in a row of a label and its values. */
const mostInRow = 3;

/** @param element The element of each block. */
export function findFacts(element: Int32Array, { page, blocksBefore }: PageView): Facts {
  const { first, last, count } = page.blocks;
  const { digits, words } = page.sums;
  const fact = new Uint8Array(count);
  const isPrice = new Uint8Array(count);
  for (let b = 0; b < count; b++) {
    const size = words[last[b] + 1] - words[first[b]];
    if (size === 0 || size > longValue) continue;
    const text = page.text.slice(page.textFrom[first[b]], page.textTo[last[b] + 1]);
    fact[b] = factOf(b, text, size);
    isPrice[b] = digits[last[b] + 1] > digits[first[b]] && price.test(text) ? 1 : 0;
  }
  return { fact, isPrice };

  function factOf(block: number, text: string, size: number): number {
    const node = element[block];
    const tag = page.tag[node];
    if (tag === DT || tag === TH) return size <= longLabel ? Fact.Label : Fact.None;
    if (tag === DD) return Fact.Value;
    if (tag === TD) {
      const place = placeInRow(node, block);
      if (place === 0 && size <= longLabel) return Fact.Label;
      if (place > 0) return Fact.Value;
    }
    const colon = findColon(text);
    if (colon >= 0 && isLabel(text.slice(0, colon).trim())) {
      const rest = text.slice(colon + 1);
      if (rest.trim() === "") return Fact.Label;
      if ((/^\s/.test(rest) || text[colon] === "：") && !isLink(block)) return Fact.Both;
    }
    return block > 0 && fact[block - 1] === Fact.Label && isBeside(block) ? Fact.Value : Fact.None;
  }

  function isLabel(text: string): boolean {
    return text.split(/\s+/).length <= longLabel && !text.includes("\n");
  }

  /** Headlines of other pages have colons too. */
  function isLink(block: number): boolean {
    const { anchorCharacters, characters } = page.sums;
    const from = first[block];
    const to = last[block] + 1;
    return 2 * (anchorCharacters[to] - anchorCharacters[from]) > characters[to] - characters[from];
  }

  /** The index of a block among the few texts of a table row, from 0; -1 in rows of one text or many, and in cells of several. */
  function placeInRow(cell: number, block: number): number {
    const row = page.parent[cell];
    if (page.tag[row] !== TR) return -1;
    const from = blocksBefore[row];
    const inRow = blocksBefore[page.end[row]] - from;
    const inCell = blocksBefore[page.end[cell]] - blocksBefore[cell];
    return inRow < 2 || inRow > mostInRow || inCell > 1 ? -1 : block - from;
  }

  /** Whether a block is in the same small part as the one before it. */
  function isBeside(block: number): boolean {
    const part = page.parent[page.parent[element[block]]];
    return part > 0 && first[block - 1] > part;
  }
}

/** The first colon, of ASCII or full width; -1 for none. */
function findColon(text: string): number {
  const plain = text.indexOf(":");
  const wide = text.indexOf("：");
  return plain < 0 || (wide >= 0 && wide < plain) ? wide : plain;
}

const price = /\p{Sc}\s?\d|\d\s?\p{Sc}/u;
