import type { Page } from "../../page/index.ts";
import type { Spot } from "./collect.ts";

/** Spots by distance from the headline in the text; those before it count as farther away. */
export function nearest(page: Page, spots: readonly Spot[], headline: number): Spot[] {
  if (headline < 0) return [...spots];
  const place = page.textFrom[headline];
  const distance = ({ node }: Spot) => {
    const gap = page.textFrom[node] - place;
    return gap >= 0 ? gap : -gap * 2 + 100;
  };
  return [...spots].sort((a, b) => distance(a) - distance(b));
}
