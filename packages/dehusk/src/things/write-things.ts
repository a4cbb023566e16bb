import {
  type ContentParts,
  contentPartsOf,
  type Extraction,
  escapeDestination,
  escapeLineStarts,
  escapeMarkdown,
  parseDate,
} from "../extract/index.ts";
import { type Event, whenLabel, whereLabel } from "./event.ts";
import type { Product } from "./product.ts";
import type { Question } from "./questions.ts";
import type { Post } from "./read-thread.ts";
import type { Recipe } from "./recipe.ts";
import { things } from "./things.ts";

/**
 * A page's Markdown by what the page holds: a thread as posts with author and date, a recipe as its lists, a product or
 * an event with its facts before the text. Other pages as `result.markdown`, with readers' comments below.
 *
 * @example
 * const markdown = thingsMarkdown(extract(html, { url }));
 *
 * @throws DehuskError `bad-input` for anything but a result of `extract`.
 */
export function thingsMarkdown(result: Extraction): string {
  const { title, posts, comments, product, recipe, event, questions } = things(result);
  const content = contentPartsOf(result);
  const { outline, matter } = content;
  const front = result.markdown.slice(0, matter);
  const head = (name: string | null) => (name === null ? [] : [`# ${plain(name)}`]);
  const below = comments === undefined ? [] : ["## Comments", thread(comments)];
  if (posts !== undefined) return front + [...head(title), thread(posts)].join("\n\n");
  if (recipe !== undefined)
    return front + [...head(recipe.name ?? title), ...recipeParts(recipe), ...below].join("\n\n");
  if (product !== undefined && product.price !== null) {
    const facts = productParts(product);
    const parts = [...head(product.name ?? title), ...facts, withoutSaid(content, facts.join(" ")), ...below];
    return front + parts.filter(Boolean).join("\n\n");
  }
  if (event !== undefined) {
    const facts = eventParts(event);
    const said = [...facts, ...labelledFacts(outline.markdown, event)].join(" ");
    const parts = [...head(event.name ?? title), ...facts, withoutSaid(content, said), ...below];
    return front + parts.filter(Boolean).join("\n\n");
  }
  if (questions !== undefined && !questions.some(({ question }) => outline.markdown.includes(plain(question))))
    return front + [outline.markdown, ...questions.map(questionPart)].join("\n\n");
  return front + [outline.markdown, ...below].join("\n\n");
}

/** Deeper replies stand beside those they answer: each level indents all lines below it. */
const mostLevels = 32;

/** Flat threads are separated by rules; replies become nested lists. */
function thread(posts: readonly Post[]): string {
  if (posts.every(({ depth }) => depth === 0)) return posts.map(postPart).join("\n\n---\n\n");
  let level = -1;
  const parts = posts.map((post) => {
    // A reply two levels below the post before it would be a block of code.
    level = Math.min(post.depth, level + 1, mostLevels);
    return indented(postPart(post), "  ".repeat(level));
  });
  return parts.join("\n\n");
}

function postPart(post: Post): string {
  const { author, date, votes, accepted, permalink, comments } = post;
  const day =
    date === null ? null : permalink === null ? plain(date) : `[${plain(date, true)}](${escapeDestination(permalink)})`;
  const facts = [
    author === null ? null : `**${plain(author)}**`,
    day,
    votes === null ? null : `${votes} ${Math.abs(votes) === 1 ? "vote" : "votes"}`,
    accepted ? "accepted" : null,
  ].filter((fact) => fact !== null);
  const parts = [
    facts.join(" · "),
    ...post.quotes.map((quote) => paragraphs(quote).replace(/^/gm, "> ").replace(/^> $/gm, ">")),
    paragraphs(post.text),
    ...comments.map((comment) => indented(postPart(comment), "")),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function indented(part: string, margin: string): string {
  return `${margin}- ${part.replace(/\n(?!\n)/g, `\n${margin}  `)}`.replace(/[ ]+$/gm, "");
}

function recipeParts({ groups, steps, yield: makes, prepTime, cookTime, totalTime }: Recipe): string[] {
  const facts = [
    ["Makes", makes],
    ["Preparation", prepTime],
    ["Cooking", cookTime],
    ["Total", totalTime],
  ].filter(([, value]) => value !== null);
  return [
    facts.map(([name, value]) => `**${name}:** ${plain(value ?? "")}`).join(" · "),
    "## Ingredients",
    ...groups.flatMap(({ name, ingredients }) => [
      ...(name === "" ? [] : [`### ${plain(name)}`]),
      ingredients.map((own) => `- ${line(own)}`).join("\n"),
    ]),
    ...(steps.length === 0 ? [] : ["## Steps", steps.map((step, i) => `${i + 1}. ${line(step)}`).join("\n")]),
  ].filter((part) => part !== "");
}

function productParts({ price, currency, availability, rating, facts }: Product): string[] {
  const told = [
    `**Price:** ${price}${currency === null ? "" : ` ${plain(currency)}`}`,
    availability,
    rating === null
      ? null
      : `${rating.value} of ${rating.best}${rating.count === null ? "" : ` (${rating.count} ratings)`}`,
  ].filter((part) => part !== null);
  return [told.join(" · "), facts.map(({ name, value }) => `- **${plain(name)}:** ${plain(value)}`).join("\n")];
}

/**
 * The content's Markdown without its title, and without the blocks that say nothing new, such as the table of the facts on
 * top. A list or a block of code goes whole or not at all: part of one would mean something else.
 */
function withoutSaid({ tree, outline }: ContentParts, said: string): string {
  const known = new Set(wordsOf(said));
  const isNew = (part: string): boolean => {
    const words = wordsOf(part);
    return words.length === 0 || words.some((word) => !known.has(word));
  };
  const parts: string[] = [];
  let from = 0;
  for (let i = 0, at = 0; i < tree.length; i = tree[i].end) {
    while (at < outline.blocks.length && outline.blocks[at].node < tree[i].end) at++;
    const to = outline.blocks[at]?.from ?? outline.markdown.length;
    const part = outline.markdown.slice(from, to).trimEnd();
    const isTitle = from === 0 && part.startsWith("# ");
    from = to;
    if (part !== "" && !isTitle && isNew(part)) parts.push(part);
  }
  return parts.join("\n\n");
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function eventParts({ start, end, place, address, price }: Event): string[] {
  const facts = [
    ["When", [start, end].filter(Boolean).join(" – ")],
    ["Where", [place, address].filter(Boolean).join(", ")],
    ["Price", price ?? ""],
  ].filter(([, value]) => value !== "");
  return [facts.map(([name, value]) => `- **${name}:** ${plain(value)}`).join("\n")];
}

/** The lines of a text that say when and where behind labels. */
function labelledFacts(markdown: string, { start, end, place }: Event): string[] {
  let isLabelled = false;
  return markdown.split("\n").filter((line) => {
    const text = line.replace(/\*/g, "").replace(/^[\s:-]+/, "");
    if (text === "") return false;
    const label = whenLabel.exec(text) ?? whereLabel.exec(text);
    const rest = label === null ? text : text.slice(label[0].length);
    const date = rest.length <= 60 ? parseDate(rest) : null;
    const isSaid = rest === place || (date !== null && (date === start || date === end));
    const isFact = (isLabelled || label !== null) && (isSaid || rest === "");
    isLabelled = isFact && rest === "";
    return isFact;
  });
}

function questionPart({ question, answer }: Question): string {
  return `## ${plain(question)}\n\n${paragraphs(answer)}`;
}

function paragraphs(text: string): string {
  return text.split("\n").map(line).join("\n\n");
}

function line(text: string): string {
  return escapeLineStarts(plain(text));
}

function plain(text: string, inLink = false): string {
  return escapeMarkdown(text.replace(/\s+/g, " ").trim(), { before: "", after: "", inLink, withMath: true });
}
