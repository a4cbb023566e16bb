import { type BlockView, leastInstanceWords } from "../../features/index.ts";
import { Gap, sumOf } from "../../page/index.ts";
import type { JudgedText } from "./judged-text.ts";

/** Minimum number of similar cards. */
const fewestCards = 3;

/** Maximum levels between a block and its card, which bounds the time on deep pages. */
const mostLevels = 12;

/** Blocks at the same position in similar cards. */
interface Place {
  readonly blocks: number[];
  cards: number;
  lastCard: number;
}

/**
 * Gives equal probabilities to blocks at the same position in posts, teasers or other similar cards, by majority: readers
 * expect the date of all or none.
 *
 * @param chance Changed in place.
 */
export function evenCards({ page, view }: JudgedText, chance: Float64Array): void {
  const { element } = view;
  const { shape } = view.view.shapes;
  const cardAround = findCards(view);
  const places = new Map<number, Place>();
  for (let b = 0; b < chance.length; b++) {
    const card = cardAround[element[b]];
    if (card === 0) continue;
    const key = placeWithin(element[b], card);
    let place = places.get(key);
    if (place === undefined) {
      place = { blocks: [], cards: 0, lastCard: 0 };
      places.set(key, place);
    }
    place.blocks.push(b);
    if (card !== place.lastCard) place.cards++;
    place.lastCard = card;
  }
  for (const { blocks, cards } of places.values()) {
    if (cards < fewestCards) continue;
    const chances = Float64Array.from(blocks, (b) => chance[b]);
    // Several to a card are its paragraphs or items, of any length and kind: most of them say nothing about the rest.
    const even = blocks.length > cards ? meanOf(chances) : chances.sort()[cards >> 1];
    for (const b of blocks) chance[b] = even;
  }

  /** A hash of the card's parent and of the shapes from the card down to the block. */
  function placeWithin(block: number, card: number): number {
    let key = mixed(page.parent[card], shape[card]);
    for (let up = block, level = 0; up > card && level < mostLevels; up = page.parent[up], level++) {
      key = mixed(key, shape[up]);
    }
    return key;
  }
}

/** The card around each node, 0 for none: an instance, or else the smallest of several siblings alike with several blocks. */
function findCards({ view, instanceAround }: BlockView): Int32Array {
  const { page, blocksBefore, shapes } = view;
  const card = new Int32Array(page.size);
  for (let i = 1; i < page.size; i++) {
    if (instanceAround[i] !== 0) card[i] = instanceAround[i];
    else card[i] = isShortCard(i) ? i : card[page.parent[i]];
  }
  return card;

  function isShortCard(i: number): boolean {
    return (
      shapes.alike[i] >= fewestCards &&
      page.gap[i] >= Gap.Tab &&
      blocksBefore[page.end[i]] - blocksBefore[i] > 1 &&
      sumOf(page, page.sums.words, i) < leastInstanceWords
    );
  }
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function mixed(key: number, more: number): number {
  const product = Math.imul(key ^ more, 0x9e3779b1);
  return product ^ (product >>> 15);
}
