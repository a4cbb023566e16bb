import { attribute, isElement, isShown, type Page, tagName } from "../page/index.ts";
import { authorWithin } from "./post-authors.ts";
import { dateInText } from "./shown-dates.ts";

const numbered = /^(\D{0,24}?)[-_]?\d{2,20}$/;
const ofPosts = /^(?:p|c|pid)$|post|comment|reply|message|msg|answer/i;

/** Elements with numbers as ids, "p1047", "comment-81", by what stands before the number: posts that links lead to. */
export function numberedElements(page: Page): Iterable<readonly number[]> {
  const groups = new Map<string, number[]>();
  for (let node = 1; node < page.size; node++) {
    const prefix = numbered.exec(attribute(page, node, "id") ?? "")?.[1];
    if (prefix === undefined || !ofPosts.test(prefix) || !isShown(page, node)) continue;
    const key = `${tagName(page, node)}#${prefix}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else if (page.end[group[group.length - 1]] <= node) group.push(node);
  }
  return groups.values();
}

const naming = new Set(["strong", "b", "dt", "cite", "h3", "h4", "h5"]);

/** The element that names the author of such a post: by its name, or else the first short text set apart; -1 for none. */
export function authorAtTop(page: Page, post: number): number {
  const own = authorWithin(page, post, page.end[post]);
  if (own >= 0) return own;
  for (let node = post + 1; node < page.end[post]; node++) {
    if (!isElement(page, node) || !naming.has(tagName(page, node)) || !isShown(page, node)) continue;
    const text = page.text.slice(page.textFrom[node], page.textTo[page.end[node]]).trim();
    if (/^[\p{L}\p{N}][^\n]{1,30}$/u.test(text) && dateInText(page, text) === undefined) return node;
  }
  return -1;
}
