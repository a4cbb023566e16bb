import { attribute, findTag, sumOf, tagNumber } from "../../page/index.ts";
import { classNames } from "../content/class-names.ts";
import type { JudgedText } from "./judged-text.ts";

const A = tagNumber("a");

/** With more words it is an article that somebody paid for, perhaps the page's own. */
const longTeaser = 80;

/** How far above its link the box of a teaser may be. */
const mostLevels = 6;

const paid = /(?:^|\s)(?:ad|adv|advert(?:isement|orial)?|promoted|sponsored)(?:[-_]\w+)?(?:\s|$)/i;

/**
 * Finds teasers among others that somebody paid for: small boxes that are named so, around a link that declares it too.
 *
 * @returns 1 for each block of such a teaser.
 */
export function findPaid({ page, view }: JudgedText): Uint8Array {
  const { blocksBefore } = view.view;
  const isPaid = new Uint8Array(view.element.length);
  for (let link = findTag(page, A); link >= 0; link = findTag(page, A, link + 1)) {
    if (!/\bsponsored\b/i.test(attribute(page, link, "rel") ?? "")) continue;
    for (let up = link, level = 0; level < mostLevels && up > 0; level++, up = page.parent[up]) {
      if (sumOf(page, page.sums.words, up) > longTeaser) break;
      if (!paid.test(classNames(page, up))) continue;
      isPaid.fill(1, blocksBefore[up], blocksBefore[page.end[up]]);
      break;
    }
  }
  return isPaid;
}
