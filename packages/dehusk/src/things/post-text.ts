import { attribute, isElement, isShown, isText, type Page, sumOf, tagName } from "../page/index.ts";
import type { PostPlace } from "./find-posts.ts";
import { namesOf, shapeOf } from "./part-names.ts";

/** A post's parts as text, a line for each block. */
export interface PostText {
  readonly text: string;
  readonly quotes: readonly string[];
  readonly signature: string | null;
}

const quoting = /(?<! to) (?:quote|quotes|quoted|blockquote) /;
const signing = / (?:signature|sig|signatures|usersignature|postsignature) /;
const chrome =
  / (?:actions?|buttons?|share|sharing|toolbar|controls?|likes?|reactions?|votes?|voting|report|reply|edited|postedit|lastedited|attachments?|badges?|avatar|flair|awards?|rank|menu|dropdown|tooltip|userinfo|userdetails|postprofile|hidden|nav|comments?|commentlist) /;
const button =
  /^\W{0,4}(?:reply|quote|report|share|like|dislike|edit|delete|permalink|link|parent|root|next|prev|save|hide|flag|follow|give award|upvote|downvote|top|back to top|click to expand\W*|more|show more|read more|see more|collapse|copy link|link to (?:post|comment)|share on other sites|share this post|go to solution|solved!?|add a comment|add comment|comment|antworten|zitieren|melden|teilen|gefällt mir|odpowiedz|cytuj|zgłoś|cytat|répondre|citer|signaler|responder|citar|[\d.,]+k?\s?(?:likes?|points?|replies|comments?|votes?)?|▲|▼|#\d+)\W{0,4}$/iu;
const editNote =
  /^(?:last edited|edited|zuletzt bearbeitet|ostatnio (?:edytowan|zmienion)|dernière modification|editado)\b.{0,120}$/iu;

/** The body of a post cut into text, quotes and signature. */
export function postText(page: Page, body: number): PostText {
  const lines: string[] = [];
  const quotes: string[] = [];
  const signature: string[] = [];
  const { blocks } = page;
  let quoteEnd = 0;
  let signEnd = 0;
  let skipEnd = 0;
  // A body within a line begins and ends amid a block.
  let block = firstBlock(page, body);
  let sourceTo = 0;
  const end = page.end[body];
  const textStart = firstText(page, body);
  for (let i = body; i < end; i++) {
    if (isElement(page, i)) {
      if (tagName(page, i) === "cite") sourceTo = page.textTo[page.end[i]];
      if (i < skipEnd || i < quoteEnd || i < signEnd) continue;
      const names = namesOf(page, i);
      const tag = tagName(page, i);
      if (tag === "blockquote" || tag === "q" || quoting.test(names)) {
        quoteEnd = page.end[i];
        quotes.push("");
      } else if (i !== body && signing.test(names)) signEnd = page.end[i];
      else if (
        i !== body &&
        (tag === "button" || tag === "form" || tag === "nav" || (chrome.test(names) && isSmall(i)))
      )
        skipEnd = page.end[i];
      continue;
    }
    if (block >= blocks.count || Math.max(blocks.first[block], textStart) !== i) continue;
    const to = page.textTo[Math.min(blocks.last[block] + 1, end)];
    const line = page.text.slice(page.textFrom[i], to).trim();
    block++;
    if (line === "" || i < skipEnd) continue;
    if (i < quoteEnd) {
      // Who is quoted is shown on a line of its own.
      const isSourceFirst = sourceTo > page.textFrom[i] && sourceTo < to;
      const own = isSourceFirst ? [page.text.slice(page.textFrom[i], sourceTo), page.text.slice(sourceTo, to)] : [line];
      const before = quotes[quotes.length - 1];
      quotes[quotes.length - 1] = [before, ...own.map((part) => part.trim())].filter(Boolean).join("\n");
    } else if (i < signEnd || (lines.length > 0 && /^[_-]{4,}$|^--\s?$/.test(line))) {
      signEnd = Math.max(signEnd, end);
      signature.push(...line.split("\n").filter((own) => !/^[_-]*\s?$/.test(own)));
    } else if (!button.test(line) && !editNote.test(line)) lines.push(line);
  }
  const quoted = quotes.filter((quote) => quote !== "");
  // Some forums set the whole post as a quotation.
  if (lines.length === 0) lines.push(...quoted.splice(0));
  return {
    text: lines.join("\n"),
    quotes: quoted,
    signature: signature.length > 0 ? signature.join("\n") : null,
  };

  function isSmall(i: number): boolean {
    return sumOf(page, page.sums.words, i) * 3 < sumOf(page, page.sums.words, body);
  }
}

/** The signature of a post where it stands apart from the body; null for none. */
export function signatureIn(page: Page, post: number, body: number): string | null {
  for (let node = post; node < page.end[post]; node++) {
    if (node === body) node = page.end[body] - 1;
    else if (isElement(page, node) && signing.test(namesOf(page, node)) && isShown(page, node)) {
      const text = page.text
        .slice(page.textFrom[node], page.textTo[page.end[node]])
        .replace(/^[\s_-]+/, "")
        .trim();
      if (text !== "" && text.length < 2000) return text;
    }
  }
  return null;
}

/** Parts of a post that are not its body. */
const beside =
  / (?:signature|postprofile|userinfo|userdetails|userextras|user extras|(?:comments|commentlist|comments list)(?! (?:list )?(?:entry|text|body|content))) /;

/**
 * The body of each post: what most posts of the group have as their largest part without author and date. A short post
 * may have longer parts beside its body; the others tell which it is.
 */
export function bodiesOf(page: Page, places: readonly PostPlace[]): number[] {
  const bodies = places.map(({ node, author, date }) => bodyOf(page, node, author, date));
  const keys = new Map<string, number>();
  for (const [i, body] of bodies.entries()) {
    if (body === places[i].node) continue;
    const key = keyOf(page, body);
    keys.set(key, (keys.get(key) ?? 0) + Math.min(40, sumOf(page, page.sums.words, body)));
  }
  const [usual] = [...keys].sort((a, b) => b[1] - a[1])[0] ?? [];
  const like = bodies.find((body) => keyOf(page, body) === usual);
  if (like === undefined) return bodies;
  return bodies.map((body, i) => {
    if (keyOf(page, body) === usual || startsAlike(page, body, like)) return body;
    const { node } = places[i];
    let second = body;
    for (let own = node + 1; own < page.end[node]; own++) {
      if (!isElement(page, own) || !isShown(page, own)) continue;
      if (keyOf(page, own) === usual) return own;
      if (second === body && startsAlike(page, own, like)) second = own;
    }
    return second;
  });
}

/** Whether two bodies have the same first class: another may tell that a post is long, or has a signature below it. */
function startsAlike(page: Page, body: number, like: number): boolean {
  const [name, other] = [body, like].map((node) => attribute(page, node, "class")?.trim().split(/\s+/)[0] ?? "");
  const [up, otherUp] = [body, like].map((node) => shapeOf(page, page.parent[node]));
  return name !== "" && name === other && up === otherUp && shapeOf(page, body) === shapeOf(page, like);
}

/** With all classes: what holds the author is often made like the body but for one. */
function keyOf(page: Page, node: number): string {
  const classes = attribute(page, node, "class")?.slice(0, 200).replace(/\d+/g, "") ?? "";
  return `${tagName(page, node)}.${classes}<${shapeOf(page, page.parent[node])}`;
}

/** The element with most words that holds neither author nor date, or else the whole post. */
function bodyOf(page: Page, post: number, author: number, date: number): number {
  const end = page.end[post];
  let best = -1;
  let bestWords = 0;
  for (let i = post + 1; i < end; i++) {
    if (!isElement(page, i) || !isShown(page, i)) continue;
    if ((author >= i && author < page.end[i]) || (date >= i && date < page.end[i])) continue;
    const words = sumOf(page, page.sums.words, i);
    if (words > bestWords && !beside.test(namesOf(page, i))) {
      best = i;
      bestWords = words;
    }
    i = page.end[i] - 1;
  }
  if (best < 0 || bestWords * 2 < sumOf(page, page.sums.words, post) - 12)
    return best >= 0 && bestWords > 15 ? best : post;
  return best;
}

function firstText(page: Page, node: number): number {
  let at = node;
  while (at < page.end[node] && !isText(page, at)) at++;
  return at;
}

/** The first block that ends in or after an element. */
function firstBlock(page: Page, node: number): number {
  const { last, count } = page.blocks;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (last[middle] < node) low = middle + 1;
    else high = middle;
  }
  return low;
}
