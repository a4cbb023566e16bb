import type { Page } from "../../page/index.ts";
import { isDoubtful, listSign } from "../content/list-sign.ts";

const fewestItems = 3;

/** Runs of blocks in one unit that begin with the same bullet: lists without markup, as `[from, to]`. */
export function findBulleted(page: Page, unit: Int32Array): [number, number][] {
  const runs: [number, number][] = [];
  const { first, count } = page.blocks;
  let from = 0;
  let before = "";
  for (let b = 0; b <= count; b++) {
    const bullet = b < count ? bulletOf(b) : "";
    if (bullet !== "" && bullet === before && unit[b] === unit[from]) continue;
    if (before !== "" && b - from >= fewestItems) runs.push([from, b]);
    from = b;
    before = bullet;
  }
  return runs;

  function bulletOf(block: number): string {
    const start = page.textFrom[first[block]];
    const found = listSign(page.text.slice(start, start + 4));
    return found === undefined || isDoubtful(found) ? "" : found.sign;
  }
}
