import { isElement, isShown, type Page, sumOf, tagName } from "../page/index.ts";
import type { PostPlace } from "./find-posts.ts";
import { namesOf } from "./part-names.ts";

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
  /^\W{0,4}(?:reply|quote|report|share|like|dislike|edit|delete|permalink|link|parent|root|next|prev|save|hide|flag|follow|give award|upvote|downvote|top|back to top|click to expand\W*|more|show more|read more|see more|collapse|copy link|add a comment|add comment|comment|antworten|zitieren|melden|teilen|gefällt mir|odpowiedz|cytuj|zgłoś|cytat|répondre|citer|signaler|responder|citar|[\d.,]+k?\s?(?:likes?|points?|replies|comments?|votes?)?|▲|▼|#\d+)\W{0,4}$/iu;
const editNote =
  /^(?:last edited|edited|zuletzt bearbeitet|ostatnio (?:edytowan|zmienion)|dernière modification|editado)\b.{0,120}$/iu;

/** The body of a post: the largest part without its author and date, cut into text, quotes and signature. */
export function postText(page: Page, { node, author, date }: PostPlace): PostText {
  const body = bodyOf(page, node, author, date);
  const lines: string[] = [];
  const quotes: string[] = [];
  const signature: string[] = [];
  const { blocks } = page;
  let quoteEnd = 0;
  let signEnd = 0;
  let skipEnd = 0;
  let block = firstBlock(page, body);
  const end = page.end[body];
  for (let i = body; i < end; i++) {
    if (isElement(page, i)) {
      if (i < skipEnd || i < quoteEnd || i < signEnd) continue;
      const names = namesOf(page, i);
      const tag = tagName(page, i);
      if (tag === "blockquote" || tag === "q" || quoting.test(names)) {
        quoteEnd = page.end[i];
        quotes.push("");
      } else if (signing.test(names)) signEnd = page.end[i];
      else if (
        i !== body &&
        (tag === "button" || tag === "form" || tag === "nav" || (chrome.test(names) && isSmall(i)))
      )
        skipEnd = page.end[i];
      continue;
    }
    if (block >= blocks.count || blocks.first[block] !== i) continue;
    const line = page.text.slice(page.textFrom[i], page.textTo[blocks.last[block] + 1]).trim();
    block++;
    if (line === "" || i < skipEnd) continue;
    if (i < quoteEnd) quotes[quotes.length - 1] += `${quotes[quotes.length - 1] === "" ? "" : "\n"}${line}`;
    else if (i < signEnd || (lines.length > 0 && /^[_-]{4,}$|^--\s?$/.test(line))) {
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

/** Parts of a post that are not its body. */
const beside =
  / (?:signature|postprofile|userinfo|userdetails|userextras|user extras|comments|commentlist|comments list) /;

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

function firstBlock(page: Page, node: number): number {
  const { first, count } = page.blocks;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (first[middle] < node) low = middle + 1;
    else high = middle;
  }
  return low;
}
