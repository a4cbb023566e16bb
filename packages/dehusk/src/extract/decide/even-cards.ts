import type { JudgedText } from "./judged-text.ts";

/** Minimum number of similar cards. */
const fewestCards = 3;

/** Maximum levels between a block and its card, which bounds the time on deep pages. */
const mostLevels = 12;

/** Blocks at the same position in similar cards. */
interface Place {
  readonly blocks: number[];
  sum: number;
  cards: number;
  lastCard: number;
}

/**
 * Gives equal probabilities to blocks at the same position in posts, teasers or other similar cards: readers expect
 * the date of all or none.
 *
 * @param chance Changed in place.
 */
export function evenCards({ page, view }: JudgedText, chance: Float64Array): void {
  const { element, instanceAround } = view;
  const { shape } = view.view.shapes;
  const places = new Map<number, Place>();
  for (let b = 0; b < chance.length; b++) {
    const card = instanceAround[element[b]];
    if (card === 0) continue;
    const key = placeWithin(element[b], card);
    let place = places.get(key);
    if (place === undefined) {
      place = { blocks: [], sum: 0, cards: 0, lastCard: 0 };
      places.set(key, place);
    }
    place.blocks.push(b);
    place.sum += chance[b];
    if (card !== place.lastCard) place.cards++;
    place.lastCard = card;
  }
  for (const { blocks, sum, cards } of places.values()) {
    if (cards < fewestCards) continue;
    const mean = sum / blocks.length;
    for (const b of blocks) chance[b] = mean;
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

function mixed(key: number, more: number): number {
  const product = Math.imul(key ^ more, 0x9e3779b1);
  return product ^ (product >>> 15);
}
