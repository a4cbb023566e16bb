import { safeLink } from "../extract/index.ts";
import { attribute, isElement, type Page, sumOf, tagName } from "../page/index.ts";
import { findOpening, findPosts, type PostPlace } from "./find-posts.ts";
import { namesOf, shapeOf } from "./part-names.ts";
import { authorOf, isProfile } from "./post-authors.ts";
import { bodiesOf, postText, signatureIn } from "./post-text.ts";

/** A post of a thread, an answer, or a reader's comment. */
export interface Post {
  readonly author: string | null;
  /** ISO 8601, or as the page words it: "3 days ago". */
  readonly date: string | null;
  /** 0 for posts that reply to no other. */
  readonly depth: number;
  /** Without quotes, signature and buttons; a line for each block. */
  readonly text: string;
  /** What it quotes of other posts. */
  readonly quotes: readonly string[];
  readonly signature: string | null;
  /** Score, where the page shows one. */
  readonly votes: number | null;
  /** Whether it is marked as the accepted answer. */
  readonly accepted: boolean;
  /** Absolute if the page's address is known. */
  readonly permalink: string | null;
  /** Comments on this post alone, as under an answer. */
  readonly comments: readonly Post[];
}

/** The posts of a page, and whether they are readers' comments on something else. */
export interface Thread {
  readonly posts: readonly Post[];
  readonly isComments: boolean;
}

/** Reads posts from structure alone; undefined where the page has none. */
export function readThread(page: Page): Thread | undefined {
  const { places: found, inner } = findPosts(page);
  if (found.length === 0) return undefined;
  let isComments = areComments(page, found);
  let opening = findOpening(page, found);
  if (isComments && opening !== undefined) {
    // What readers comment on may be the first post of a thread.
    isComments = !/ (?:forum|thread|topic|question) /.test(namesOf(page, opening.node));
    if (isComments) opening = undefined;
  }
  // The head of a thread names its first author and date again.
  if (
    opening !== undefined &&
    authorOf(page, opening.node, opening.author) === authorOf(page, found[0].node, found[0].author)
  ) {
    const day = opening.dateText?.slice(0, 10);
    if (day === found[0].dateText?.slice(0, 10) || /^\D*\d+\D*ago$/.test(day ?? "")) opening = undefined;
  }
  const places = opening === undefined ? found : [opening, ...found];
  const depths = opening === undefined ? depthsOf(page, found) : [0, ...depthsOf(page, found)];
  const bodies = bodiesOf(page, places);
  const posts = places.map((place, i): Post => {
    const end = page.end[place.node];
    const own = inner.filter(({ node }) => node > place.node && node < end);
    const texts = bodiesOf(page, own);
    return {
      ...postOf(page, place, bodies[i], depths[i]),
      comments: own.map((comment, j) => postOf(page, comment, texts[j], 0)).filter(hasText),
    };
  });
  const seen = new Set<string>();
  const kept = posts.filter((post, i) => {
    if (!hasText(post) && !showsPicture(page, bodies[i], places[i].node)) return false;
    const text = `${post.text}\n${post.quotes.join("\n")}`;
    // Some pages hold a thread twice, once for robots.
    const isAgain = seen.has(`${post.author}\n${text}`) || (seen.has(text) && isPreview(page, places, i));
    for (const key of [text, `${post.author}\n${text}`]) seen.add(key);
    return !isAgain || text.length < 40;
  });
  return kept.length === 0 ? undefined : { posts: kept, isComments };
}

function hasText({ text, quotes }: Post): boolean {
  return text !== "" || quotes.length > 0;
}

/** Whether a post stands in an element with the next one alone: it shows what that one replies to. */
function isPreview(page: Page, places: readonly PostPlace[], i: number): boolean {
  const up = page.parent[places[i].node];
  const inside = places.filter(({ node }) => node > up && node < page.end[up]);
  return inside.length === 2 && inside[0] === places[i];
}

/** Whether the body of a post, apart from its author, has a picture or film. */
function showsPicture(page: Page, body: number, post: number): boolean {
  if (body === post) return false;
  for (let i = body + 1; i < page.end[body]; i++) if (/^(?:img|video|iframe)$/.test(tagName(page, i))) return true;
  return false;
}

function postOf(page: Page, place: PostPlace, body: number, depth: number): Post {
  const { text, quotes, signature } = postText(page, body);
  const signed = signature ?? signatureIn(page, place.node, body);
  return {
    author: authorOf(page, place.node, place.author),
    date: place.dateText,
    depth,
    text,
    quotes,
    signature: signed,
    votes: votesOf(page, place),
    accepted: isAccepted(page, place),
    permalink: permalinkOf(page, place),
    comments: [],
  };
}

/** Comments come below other text that is longer than the posts, or are named as such. */
function areComments(page: Page, places: readonly PostPlace[]): boolean {
  const [first] = places;
  let named = 0;
  for (let up = first.node, step = 0; up > 0 && step < 8; up = page.parent[up], step++) {
    const names = namesOf(page, up);
    if (
      / (?:comments?|commentlist|commentarea|disqus|kommentare?|commentaires?|comentarios|respond|reviews?) /.test(
        names,
      )
    )
      named++;
    else if (/ (?:posts?|thread|topic|message|messages|postbit|answers?|question|forum) /.test(names)) named -= 2;
  }
  const { words } = page.sums;
  const before = words[first.node] - page.sums.anchorWords[first.node];
  // With nothing above them to comment on, they are what the page is about.
  if (before < 25) return false;
  const own = places.reduce((sum, { node }) => sum + sumOf(page, words, node), 0);
  return named > 0 || (before > 250 && before > own / places.length + 150 && named === 0 && own < before * 3);
}

const levels = /(?:^|[\s_-])(?:depth|level|indent|lvl)[_-]?(\d{1,2})(?=$|\s)/i;

/** How deep each post lies: by attributes or classes that count it, by indentation, or by nesting. */
function depthsOf(page: Page, places: readonly PostPlace[]): number[] {
  const told = places.map((place) => toldDepth(page, place));
  if (told.every((depth) => depth !== undefined)) {
    const steps = [...new Set(told)].sort((a, b) => a - b);
    return told.map((depth) => steps.indexOf(depth));
  }
  const roots = places.map(({ node }, i) => threadRoot(page, node, i, places));
  const depths: number[] = [];
  const open: number[] = [];
  for (let i = 0; i < places.length; i++) {
    while (open.length > 0 && page.end[open[open.length - 1]] <= places[i].node) open.pop();
    depths.push(open.length);
    if (page.end[roots[i]] > page.end[places[i].node] || roots[i] !== places[i].node) open.push(roots[i]);
  }
  return depths;
}

function toldDepth(page: Page, { node, author }: PostPlace): number | undefined {
  const spots: number[] = [];
  for (let up = node, step = 0; up > 0 && step < 3; up = page.parent[up], step++) spots.push(up);
  for (let i = node + 1; i < author && spots.length < 12; i++) if (isElement(page, i)) spots.push(i);
  for (const spot of spots) {
    const value =
      attribute(page, spot, "depth") ??
      attribute(page, spot, "data-depth") ??
      attribute(page, spot, "indent") ??
      attribute(page, spot, "aria-level") ??
      levels.exec(attribute(page, spot, "class") ?? "")?.[1];
    if (value !== undefined && /^\d{1,3}$/.test(value)) return Number(value);
  }
  return undefined;
}

/** The largest element that starts with a post and holds only answers to it. */
function threadRoot(page: Page, node: number, index: number, places: readonly PostPlace[]): number {
  const before = index === 0 ? -1 : places[index - 1].node;
  let root = node;
  for (let up = page.parent[root]; up > 0 && up > before; up = page.parent[up]) {
    const end = page.end[up];
    if (places[places.length - 1].node < end && (index === 0 || tagName(page, up) === "body")) break;
    // Where a sibling of the same shape holds posts, this is a list of posts, not one with its answers.
    const shape = shapeOf(page, root);
    let isList = false;
    for (let j = index + 1; j < places.length && places[j].node < end && !isList; j++) {
      let child = places[j].node;
      while (page.parent[child] > up) child = page.parent[child];
      if (child !== root && page.parent[child] === up && shapeOf(page, child) === shape) isList = true;
    }
    if (isList) break;
    root = up;
  }
  return root;
}

const voting = / (?:votes?|votecount|score|points?|upvotes?|upvotecount|karma|likes?|rating|likecount) /;

function votesOf(page: Page, { node }: PostPlace): number | null {
  const end = page.end[node];
  for (let i = node; i < end; i++) {
    if (!isElement(page, i)) continue;
    const length = page.textTo[page.end[i]] - page.textFrom[i];
    if (length === 0 || length > 24 || !voting.test(namesOf(page, i))) continue;
    const text = page.text.slice(page.textFrom[i], page.textTo[page.end[i]]).replaceAll(",", "");
    const match = /[-−]?\d+(?:\.\d)?k?/i.exec(text);
    if (match === null) continue;
    const number = Number.parseFloat(match[0].replace("−", "-"));
    return /k$/i.test(match[0]) ? Math.round(number * 1000) : number;
  }
  return null;
}

const accepting = / (?:accepted|acceptedanswer|solution|solved|bestanswer|best answer|chosen) /;

function isAccepted(page: Page, { node }: PostPlace): boolean {
  for (let up = node, step = 0; up > 0 && step < 2; up = page.parent[up], step++) {
    const names = namesOf(page, up);
    if (accepting.test(names) && !/ (?:not|no) /.test(names)) return true;
  }
  return false;
}

function permalinkOf(page: Page, { node, date }: PostPlace): string | null {
  const end = page.end[node];
  for (let i = date >= 0 && date < node ? date : node; i < end; i++) {
    if (tagName(page, i) !== "a") continue;
    const href = attribute(page, i, "href")?.trim();
    if (href === undefined || href === "" || href === "#" || isProfile(href)) continue;
    const text = page.text.slice(page.textFrom[i], page.textTo[page.end[i]]).trim();
    const isDated = date >= 0 && ((date >= i && date < page.end[i]) || (i > date && i < page.end[date]));
    if (!isDated && !/^(?:#\d{1,6}|permalink|link)$/i.test(text) && !/ permalink /.test(namesOf(page, i))) continue;
    const address = safeLink(page, href);
    if (address !== undefined) return address;
  }
  const id = attribute(page, node, "id");
  return id === undefined ? null : (safeLink(page, `#${id}`) ?? null);
}
