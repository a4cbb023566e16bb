import { isFurniture, isProfileAddress } from "../extract/index.ts";
import { attribute, isElement, isShown, isText, type Page, sumOf, tagName } from "../page/index.ts";
import { namesOf, shapeOf } from "./part-names.ts";
import { dateInText, dateOf } from "./shown-dates.ts";

/** Where a post lies: the element that holds it and no other post, and its author and date in there. */
export interface PostPlace {
  readonly node: number;
  readonly author: number;
  readonly date: number;
  readonly dateText: string | null;
}

const authored =
  / (?:author|authors|username|user|poster|nick|nickname|hnuser|creator|commenter|member|login|displayname|persona|fn) /;
/** Names in bodies of posts: quotes, mentions, notes of edits. */
const inBody =
  /(?<! to) (?:quote|quotes|quoted|quotetitle|bbcode|mention|edited|lastedit|liked|reactions?|online|breadcrumbs?) /;
const mostCandidates = 4000;

/**
 * The posts of a page in their order: authors that stand alike on the page, each in an element of its own with text
 * and mostly with a date. Chosen is the kind of author element whose posts hold most words.
 */
export function findPosts(page: Page): PostPlace[] {
  const groups = new Map<string, number[]>();
  let count = 0;
  for (let node = 1; node < page.size && count < mostCandidates; node++) {
    if (!isAuthor(page, node)) continue;
    count++;
    const up = page.parent[node];
    const key = `${tagName(page, node)}<${shapeOf(page, up)}<${shapeOf(page, page.parent[up])}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else if (page.end[group[group.length - 1]] <= node) group.push(node);
  }
  let best: PostPlace[] = [];
  let bestScore = 0;
  for (const authors of groups.values()) {
    if (authors.length < 2) continue;
    const places = settled(page, authors);
    const score = scoreOf(page, places);
    if (score > bestScore) {
      best = places;
      bestScore = score;
    }
  }
  return best;
}

function isAuthor(page: Page, node: number): boolean {
  if (!isElement(page, node) || !isShown(page, node)) return false;
  const length = page.textTo[page.end[node]] - page.textFrom[node];
  if (length < 2 || length > 60) return false;
  const names = namesOf(page, node);
  const isNamed = authored.test(names) && !inBody.test(names);
  if (!isNamed) {
    if (tagName(page, node) !== "a") return false;
    const href = attribute(page, node, "href") ?? "";
    if (href.length > 400 || !isProfileAddress(href)) return false;
  }
  const text = page.text.slice(page.textFrom[node], page.textTo[page.end[node]]).trim();
  if (!/\p{L}/u.test(text) || /\n/.test(text) || isFurniture(text) || dateInText(text) !== undefined) return false;
  const from = page.textFrom[node];
  if (
    /\b(?:edited|modified|bearbeitet|reviewed)\b(?!.*\b(?:asked|answered|posted|by)\b).{0,40}$/isu.test(
      page.text.slice(Math.max(0, from - 50), from),
    )
  )
    return false;
  for (let up = page.parent[node], step = 0; up > 0 && step < 6; up = page.parent[up], step++)
    if (inBody.test(namesOf(page, up)) || tagName(page, up) === "blockquote") return false;
  return true;
}

/** A post may name two people, say who edited it and who wrote it: of such a pair the second stays. */
function settled(page: Page, authors: readonly number[]): PostPlace[] {
  let own = authors;
  for (let round = 0; round < 2; round++) {
    const places = placesOf(page, own);
    const isSmall = places.map(({ node }) => wordsOf(page, node) < 8);
    const kept = own.filter((_, i) => !(isSmall[i] && isSmall[i + 1] && !(i > 0 && isSmall[i - 1] && i % 2 === 1)));
    if (kept.length === own.length || kept.length < 2) return places;
    own = kept;
  }
  return placesOf(page, own);
}

/** Words outside links. */
function wordsOf(page: Page, node: number): number {
  return sumOf(page, page.sums.words, node) - sumOf(page, page.sums.anchorWords, node);
}

/** For each author the largest element that holds no other author of the group; twins of one author are one. */
function placesOf(page: Page, authors: readonly number[]): PostPlace[] {
  const places: PostPlace[] = [];
  for (let i = 0; i < authors.length; i++) {
    const before = i === 0 ? -1 : authors[i - 1];
    const after = authors[i + 1] ?? page.size;
    let node = authors[i];
    for (let up = page.parent[node]; up > 0 && up > before && page.end[up] <= after; up = page.parent[up]) {
      if (tagName(page, up) === "body" || tagName(page, up) === "main") break;
      node = up;
    }
    const { date, dateText } = dateNear(page, node, authors[i], after);
    places.push({ node, author: authors[i], date, dateText });
  }
  // The last post before other matter has nothing beside it to stop at: it reaches no higher than its likes do.
  const shapes = new Map<string, number>();
  for (const { node } of places) shapes.set(shapeOf(page, node), (shapes.get(shapeOf(page, node)) ?? 0) + 1);
  const [usual, times] = [...shapes].sort((a, b) => b[1] - a[1])[0];
  if (times * 2 < places.length) return places;
  return places.map((place) => {
    let { node } = place;
    while (node < place.author && shapeOf(page, node) !== usual) node = childToward(page, node, place.author);
    if (node === place.node || shapeOf(page, node) !== usual) return place;
    return { ...place, ...dateNear(page, node, place.author, page.size), node };
  });
}

function childToward(page: Page, node: number, target: number): number {
  let at = target;
  while (page.parent[at] > node) at = page.parent[at];
  return at;
}

/** The date nearest to the author in its post. */
function dateNear(page: Page, from: number, author: number, to: number): { date: number; dateText: string | null } {
  const end = Math.min(page.end[from], to);
  let found = -1;
  let text: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let node = from; node < end; node++) {
    // A time element is a date for sure; others may be those of people or of what is told.
    const doubt = tagName(page, node) === "time" ? 0 : 1000;
    const distance = Math.abs(page.textFrom[node] - page.textFrom[author]) + doubt;
    if (distance >= least || !isShown(page, node)) continue;
    const date = isElement(page, node)
      ? dateOf(page, node)
      : isText(page, node)
        ? dateInText(page.strings[node])
        : undefined;
    if (date === undefined || isPersonal(page, node)) continue;
    least = distance;
    found = node;
    text = date;
  }
  return { date: found, dateText: text };
}

/** Whether a date is one of a person: "Join Date: Mar 1, 2018". */
function isPersonal(page: Page, node: number): boolean {
  const from = page.textFrom[node];
  const before = page.text.slice(Math.max(0, from - 24), from + 12);
  return /(?:join\w*|registered|member since|registriert|dabei seit|dołączył\w*|inscri\w*)\W{0,3}(?:date|on|am)?\W{0,4}\w{0,12}$/iu.test(
    before.slice(0, -6),
  );
}

/**
 * What the posts answer to, where it stands in another element before them: a question, the first post. It has words,
 * and an author of its own.
 */
export function findOpening(page: Page, places: readonly PostPlace[]): PostPlace | undefined {
  const [first] = places;
  for (let node = first.node, step = 0; node > 0 && step < 5; node = page.parent[node], step++) {
    const up = page.parent[node];
    let found: PostPlace | undefined;
    for (let sibling = up + 1; sibling < node; sibling = page.end[sibling]) {
      if (!isElement(page, sibling) || !isShown(page, sibling)) continue;
      if (wordsOf(page, sibling) < 12 || tagName(page, sibling) === "head") continue;
      let author = -1;
      for (let i = sibling; i < page.end[sibling] && author < 0; i++) if (isAuthor(page, i)) author = i;
      if (author < 0) continue;
      const { date, dateText } = dateNear(page, sibling, author, page.size);
      if (date >= 0) found = { node: sibling, author, date, dateText };
    }
    if (found !== undefined) return found;
  }
  return undefined;
}

function scoreOf(page: Page, places: readonly PostPlace[]): number {
  let words = 0;
  let dated = 0;
  let texts = 0;
  for (const { node, date } of places) {
    const own = wordsOf(page, node);
    words += own;
    if (date >= 0) dated++;
    if (own >= 8) texts++;
  }
  const share = texts / places.length;
  return share < 0.5 || dated * 3 < places.length ? 0 : words * share * (0.5 + dated / places.length);
}
