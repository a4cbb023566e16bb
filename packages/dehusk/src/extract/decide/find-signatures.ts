import { sumOf } from "../../page/index.ts";
import { classNames } from "../content/class-names.ts";
import type { JudgedText } from "./judged-text.ts";

/** Longer texts are posts, whatever the class. */
const longSignature = 80;

/** How far above a block its signature element may be. */
const mostLevels = 4;

/**
 * Finds what forums print below every post of a member. It has nothing to do with the thread, and readers see it again and
 * again. Signatures are small elements that forum software names as such.
 *
 * @returns 1 for each block of a signature.
 */
export function findSignatures({ page, view, isThread }: JudgedText): Uint8Array {
  const isSignature = new Uint8Array(view.element.length);
  if (!isThread) return isSignature;
  for (let b = 0; b < isSignature.length; b++) {
    let up = view.element[b];
    for (let level = 0; level < mostLevels && up > 0; level++, up = page.parent[up]) {
      if (sumOf(page, page.sums.words, up) > longSignature) break;
      if (!/(?:^|[\s_-])(?:post|user|member)?[_-]?sig(?:nature)?s?(?:$|[\s_-])/i.test(classNames(page, up))) continue;
      isSignature[b] = 1;
      break;
    }
  }
  return isSignature;
}
