import { attribute, isShown, isText, type Page, sumOf, tagNumber } from "../page/index.ts";

const AUDIO = tagNumber("audio");
const IFRAME = tagNumber("iframe");
const IMG = tagNumber("img");
const NOSCRIPT = tagNumber("noscript");
const SCRIPT = tagNumber("script");
const VIDEO = tagNumber("video");

/**
 * Keeps every node that people see: the text writer then gives `page.text`. Videos, frames and formulas in scripts have
 * no text of their own to show, but are seen, so they are kept too.
 */
export function keepShown(page: Page): Uint8Array {
  const kept = new Uint8Array(page.size);
  for (let i = 0; i < page.size; i++) {
    if (isShown(page, i) || (isSeenByOtherMeans(page, i) && isShown(page, page.parent[i]))) kept[i] = 1;
  }
  return kept;
}

/** Elements marked as unseen because of their content, though the element itself is seen. */
function isSeenByOtherMeans(page: Page, node: number): boolean {
  const tag = page.tag[node];
  if (tag === IFRAME || tag === VIDEO || tag === AUDIO) return true;
  if (tag === NOSCRIPT) return isOnlyPicture(page, node);
  // Pictures of formulas are hidden from screen readers, which have MathML instead.
  if (tag === IMG) return /(?:^|[\s-])(?:math|tex|latex)/.test(attribute(page, node, "class") ?? "");
  return tag === SCRIPT && isFormulaScript(page, node);
}

/** Whether a lazily loaded picture is on the page only in its version for readers without scripts. */
function isOnlyPicture(page: Page, noscript: number): boolean {
  const box = page.parent[noscript];
  const hasOther = sumOf(page, page.sums.images, box) > 0 || sumOf(page, page.sums.words, box) > 0;
  return !hasOther && /^\s*<img\s[^>]*>\s*$/i.test(page.strings[noscript + 1]?.slice(0, 10_000) ?? "");
}

/** Whether a script contains a formula for MathJax. */
export function isFormulaScript(page: Page, node: number): boolean {
  return /^math\/(?:tex|asciimath)/i.test(attribute(page, node, "type") ?? "");
}

/**
 * A running sum over the page of kept nodes worth writing: text other than white space, and stand-alone elements.
 * Entry i counts all before node i, so that a subtree has something to write if its two ends differ.
 *
 * @param leaves The stand-alone elements that can be written.
 */
export function sumKept(page: Page, kept: Uint8Array, leaves: ReadonlyMap<number, unknown>): Int32Array {
  const sum = new Int32Array(page.size + 1);
  let count = 0;
  for (let i = 0; i < page.size; i++) {
    sum[i] = count;
    if (kept[i] !== 1) continue;
    if (isText(page, i) ? /\S/.test(page.strings[i]) : leaves.has(i)) count++;
  }
  sum[page.size] = count;
  return sum;
}
