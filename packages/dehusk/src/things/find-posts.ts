import { attribute, isElement, isShown, isText, type Page, resolveUrl, sumOf, tagName } from "../page/index.ts";
import { authorAtTop, numberedElements } from "./numbered-elements.ts";
import { namesOf, shapeOf } from "./part-names.ts";
import { authorStrength, authorWithin, isProfile, namesAdvertiser } from "./post-authors.ts";
import { dateInText, dateOf } from "./shown-dates.ts";

/** Where a post lies: the element that holds it and no other post, and its author and date in there. */
export interface PostPlace {
  readonly node: number;
  readonly author: number;
  readonly date: number;
  readonly dateText: string | null;
}

/** Characters between elements that begin in one place. */
const sameSpot = 2;
const mostCandidates = 4000;
/** How far numbered elements count for posts, where named authors count in full: lists of articles have numbers too. */
const numberedShare = 0.5;

interface Group {
  readonly authors: number[];
  strength: number;
}

/** The posts of a page, and the groups of smaller ones that lie inside them: comments on answers. */
export interface FoundPosts {
  readonly places: readonly PostPlace[];
  readonly inner: readonly PostPlace[];
}

/**
 * The posts of a page in their order: authors that stand alike on the page, each in an element of its own with text
 * and mostly with a date. Chosen is the kind of author element whose posts hold most words; posts that hold others
 * come before those that they hold.
 */
export function findPosts(page: Page): FoundPosts {
  const found: { places: PostPlace[]; score: number; alike: number; isNumbered?: boolean }[] = [];
  for (const { authors, strength } of groupAuthors(page)) {
    if (authors.length < 2) continue;
    const places = settled(page, authors);
    const alike = alikeShare(page, places);
    const isClear = strength > authors.length * 1.5;
    const isSure =
      isClear && alike >= 0.9 && places.filter(({ node }) => holdsBody(page, node)).length > places.length * 0.6;
    const score = scoreOf(page, places, isSure) * (isClear ? 1 : 0.6) * alike;
    if (score > 0 && arePosts(page, places, alike)) found.push({ places, score, alike });
  }
  for (const nodes of numberedElements(page)) {
    if (nodes.length < 2) continue;
    const places = nodes.map((node) => {
      const author = authorAtTop(page, node);
      return { node, author, ...dateNear(page, node, author < 0 ? node : author, page.end[node]) };
    });
    const named = places.filter(({ author }) => author >= 0).length;
    const score = scoreOf(page, places, named * 3 >= places.length * 2) * numberedShare;
    if (score > 0) found.push({ places, score, alike: 1, isNumbered: true });
  }
  if (found.length === 0) return { places: [], inner: [] };
  found.sort((a, b) => b.score - a.score);
  let [best] = found;
  for (const other of found) {
    const isMade = other.alike >= 0.6 || other.places.every((place) => holdsOneOf(page, place, best.places));
    if (isMade && isInside(page, best.places, other.places)) best = other;
  }
  const places = completed(page, best.places);
  const inner = found.find((other) => other !== best && !other.isNumbered && isInside(page, other.places, places));
  return { places, inner: inner?.places ?? [] };
}

function groupAuthors(page: Page): Iterable<Group> {
  const groups = new Map<string, Group>();
  let count = 0;
  for (let node = 1; node < page.size && count < mostCandidates; node++) {
    const strength = authorStrength(page, node);
    if (strength === 0) continue;
    count++;
    const up = page.parent[node];
    const key = `${tagName(page, node)}<${shapeOf(page, up)}<${shapeOf(page, page.parent[up])}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { authors: [node], strength });
    else if (page.end[group.authors[group.authors.length - 1]] <= node) {
      group.authors.push(node);
      group.strength += strength;
    }
  }
  return groups.values();
}

const bodyNames = / (?:post|comment|message|reply) (?:inner )?(?:body|content|text) /;

function holdsBody(page: Page, node: number): boolean {
  for (let i = node + 1; i < page.end[node]; i++)
    if (isElement(page, i) && bodyNames.test(namesOf(page, i))) return true;
  return false;
}

const postNames = / (?:posts?|comments?|message|reply|answers?|question|thread|topic|op) /;
/** A review's headline leads to a page of its own. */
const reviewNames = / (?:comment|message|reply|answer|review) /;

/** Whether posts are neither teasers of other pages nor, where few are made alike, parts of an article and its author's note. */
function arePosts(page: Page, places: readonly PostPlace[], alike: number): boolean {
  if (places.length <= 3 && alike < 0.6 && !places.every(({ node }) => postNames.test(namesOf(page, node))))
    return false;
  return places.filter(({ node }) => isTeaser(page, node)).length * 2 < places.length;
}

/** Whether an element has a headline, or little else, that links to another page: a post's own links lead to a place in this one. */
function isTeaser(page: Page, node: number): boolean {
  const { words } = page.sums;
  if (reviewNames.test(namesOf(page, node))) return false;
  for (let i = node + 1; i < page.end[node]; i++) {
    if (tagName(page, i) !== "a" || sumOf(page, words, i) < 4) continue;
    const href = attribute(page, i, "href") ?? "";
    if (href === "" || href.includes("#") || !/^(?:https?:|[^:]*$)/i.test(href) || isProfile(href)) continue;
    if (resolveUrl(href, page.base ?? page.url ?? "") === page.url) continue;
    if (sumOf(page, words, i) * 2 > sumOf(page, words, node) || isHeadline(page, i, node)) return true;
  }
  return false;
}

function isHeadline(page: Page, link: number, within: number): boolean {
  for (let up = link, step = 0; up > within && step < 3; up = page.parent[up], step++)
    if (/^h[1-6]$/.test(tagName(page, up))) return true;
  for (let i = link + 1; i < page.end[link]; i++) if (/^h[1-6]$/.test(tagName(page, i))) return true;
  return false;
}

/** The share of the most common shape: posts are made alike. */
function alikeShare(page: Page, places: readonly PostPlace[]): number {
  const counts = new Map<string, number>();
  for (const { node } of places) counts.set(shapeOf(page, node), (counts.get(shapeOf(page, node)) ?? 0) + 1);
  return Math.max(...counts.values()) / places.length;
}

/** Whether most places of one group lie inside those of another, and are not the same. */
function isInside(page: Page, inner: readonly PostPlace[], outer: readonly PostPlace[]): boolean {
  let inside = 0;
  for (const { node } of inner)
    if (outer.some((own) => own.node < node && node < page.end[own.node] && !isPart(page, node, own.author))) inside++;
  return inside * 5 >= inner.length * 4;
}

function holdsOneOf(page: Page, { node }: PostPlace, places: readonly PostPlace[]): boolean {
  return places.some((place) => place.node > node && place.node < page.end[node]);
}

function isPart(page: Page, node: number, part: number): boolean {
  return part >= node && part < page.end[node];
}

/** Adds posts that are made like the others but name their author in another way: guests, members who left. */
function completed(page: Page, places: readonly PostPlace[]): PostPlace[] {
  const keys = new Map<string, number>();
  for (const { node } of places) keys.set(keyOf(page, node), (keys.get(keyOf(page, node)) ?? 0) + 1);
  const [usual, times] = [...keys].sort((a, b) => b[1] - a[1])[0];
  if (times * 2 <= places.length || times < 2) return [...places];
  let root = places[0].node;
  while (root > 0 && page.end[root] <= places[places.length - 1].node) root = page.parent[root];
  const added: PostPlace[] = [];
  for (let node = root; node < page.end[root]; node++) {
    if (!isElement(page, node) || keyOf(page, node) !== usual || !isShown(page, node)) continue;
    if (places.some((own) => isPart(page, node, own.node) || isPart(page, own.node, node))) continue;
    const author = authorWithin(page, node, page.end[node]);
    const { date, dateText } = dateNear(page, node, author < 0 ? node : author, page.end[node]);
    if (date >= 0 && wordsOf(page, node) >= 3 && (author >= 0 || !namesAdvertiser(page, node)))
      added.push({ node, author, date, dateText });
    node = page.end[node] - 1;
  }
  return [...places, ...added].sort((a, b) => a.node - b.node);
}

function keyOf(page: Page, node: number): string {
  const up = page.parent[node];
  return `${shapeOf(page, node)}<${shapeOf(page, up)}<${shapeOf(page, page.parent[up])}`;
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
  return withHeads(page, trimmed(page, places));
}

/** Posts without dates may have them in elements right before them, which are made alike. */
function withHeads(page: Page, places: PostPlace[]): PostPlace[] {
  if (places.filter(({ date }) => date >= 0).length * 3 >= places.length) return places;
  const headed = places.map((place) => {
    const head = elementBefore(page, place.node);
    const found = head < 0 ? undefined : dateNear(page, head, head, page.end[head]);
    return found === undefined || found.date < 0 ? place : { ...place, ...found };
  });
  return headed.filter(({ date }) => date >= 0).length * 3 >= places.length * 2 ? headed : places;
}

function elementBefore(page: Page, node: number): number {
  let before = -1;
  for (let i = page.parent[node] + 1; i < node; i = page.end[i]) if (isElement(page, i)) before = i;
  return before;
}

function trimmed(page: Page, places: PostPlace[]): PostPlace[] {
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
    // What holds the author holds more than a date.
    if (node <= author && author < page.end[node]) continue;
    // A time element is a date for sure; others may be those of people or of what is told.
    const doubt = tagName(page, node) === "time" ? 0 : 1000;
    const distance = Math.abs(page.textFrom[node] - page.textFrom[author]) + doubt;
    if (distance > least + sameSpot || !isShown(page, node)) continue;
    const date = isElement(page, node)
      ? dateOf(page, node)
      : isText(page, node)
        ? dateInText(page, page.strings[node])
        : undefined;
    if (date === undefined || isPersonal(page, node)) continue;
    // Of dates in one place the inner one is closer, and may be stamped with more than is shown.
    if (
      Math.abs(distance - least) <= sameSpot &&
      text !== null &&
      (/^\d{4}-/.test(text) ? date.length < text.length : !/^\d{4}-/.test(date))
    )
      continue;
    least = distance;
    found = node;
    text = date;
  }
  return { date: found, dateText: text };
}

const personal =
  "(?:join\\w*|registered|member since|registriert|dabei seit|dołączył\\w*|inscri\\w*)\\W{0,3}(?:date|on|am)?";

/** Whether a date is one of a person: "Join Date: Mar 1, 2018". */
function isPersonal(page: Page, node: number): boolean {
  const from = page.textFrom[node];
  const before = page.text.slice(Math.max(0, from - 24), from);
  const own = page.text.slice(from, page.textTo[page.end[node]]).slice(0, 60);
  return (
    new RegExp(`${personal}\\W{0,4}\\w{0,12}$`, "iu").test(before) ||
    new RegExp(`${personal}\\W{0,4}\\w{0,12}\\W{0,2}\\d`, "iu").test(own)
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
      const author = authorWithin(page, sibling, page.end[sibling]);
      if (author < 0) continue;
      const { date, dateText } = dateNear(page, sibling, author, page.size);
      if (date >= 0) found = { node: sibling, author, date, dateText };
    }
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How many words posts hold, and how surely they are some: most have a text, and a third a date unless they need none. */
function scoreOf(page: Page, places: readonly PostPlace[], isSure = false): number {
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
  return share < 0.5 || (dated * 3 < places.length && !isSure) ? 0 : words * share * (0.5 + dated / places.length);
}
