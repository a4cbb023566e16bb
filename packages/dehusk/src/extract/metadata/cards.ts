import { attribute, type Page, tagNumber } from "../../page/index.ts";
import { foldWords, similarity } from "./clean-text.ts";
import { linkWithin } from "./front-door.ts";
import { isProfileAddress } from "./profile-links.ts";
import { type Sources, shownText } from "./sources.ts";
import type { Title } from "./title-in-text.ts";

const A = tagNumber("a");
/** Cards are small: a heading further up is not one of a card. */
const mostSteps = 8;
const longestCard = 800;

/** Whether a node is in a card that leads to another page: the nearest headings around it are links, and say something else than the page's title. */
export function isInCard({ page, found }: Sources, node: number, title: Title | null): boolean {
  const { headings } = found;
  const headline = title?.node ?? -1;
  const words = foldWords(title?.text ?? "");
  let at = node;
  for (let step = 0; step < mostSteps && at > 0; step++, at = page.parent[at]) {
    const end = page.end[at];
    let first = firstFrom(headings, at);
    if (page.textTo[end] - page.textFrom[at] > longestCard) return false;
    if (first >= headings.length || headings[first].node >= end) continue;
    for (; first < headings.length && headings[first].node < end; first++) {
      const heading = headings[first].node;
      if (isWithin(page, headline, heading) || isWithin(page, node, heading) || !leadsAway(page, heading)) return false;
      if (similarity(foldWords(shownText(page, heading)), words) >= 0.5) return false;
    }
    return true;
  }
  return false;
}

function isWithin(page: Page, node: number, other: number): boolean {
  return node >= 0 && other >= 0 && node >= other && node < page.end[other];
}

/** Whether all of a heading is a link to another page. */
function leadsAway(page: Page, heading: number): boolean {
  let link = linkWithin(page, heading);
  const end = page.end[heading];
  if (link < 0) {
    link = page.parent[heading];
    for (let step = 0; step < mostSteps && link > 0 && page.tag[link] !== A; step++) link = page.parent[link];
    if (link <= 0 || page.tag[link] !== A) return false;
  }
  const isWhole = page.textFrom[link] <= page.textFrom[heading] && page.textTo[page.end[link]] >= page.textTo[end];
  const address = attribute(page, link, "href") ?? "#";
  return isWhole && !address.includes("#") && !isProfileAddress(address);
}

/** Index of the first spot that is not before a node. */
function firstFrom(spots: readonly { readonly node: number }[], node: number): number {
  let low = 0;
  let high = spots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spots[middle].node < node) low = middle + 1;
    else high = middle;
  }
  return low;
}
