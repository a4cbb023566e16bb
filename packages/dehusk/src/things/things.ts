import { checkOptions } from "../basics/index.ts";
import { contentPartsOf, type Extraction, type Metadata, rawText, readMetadata, runsOf } from "../extract/index.ts";
import {
  attribute,
  type Page,
  type PageInput,
  type ParseOptions,
  parse,
  parseTable,
  tagName,
  textOf,
} from "../page/index.ts";
import { readEvent } from "./event.ts";
import type { FoundThings, Things } from "./found-things.ts";
import { markedThings, onlyThingOf, thingOf } from "./marked-things.ts";
import { judgePageType, type PageTypeEvidence } from "./page-type.ts";
import { pageTypeFeatures } from "./page-type-features.ts";
import { pageTypeWords } from "./page-type-words.ts";
import { readProduct } from "./product.ts";
import { readQuestions } from "./questions.ts";
import { readThread } from "./read-thread.ts";
import { readRecipe } from "./recipe.ts";
import { type Line, readLines } from "./sections.ts";

const known = new WeakMap<Page, Things>();

/**
 * The things on a page that have a structure of their own: posts, comments, a product, a recipe, an event, questions
 * with answers; and what type of page it is. Read from what the page shows; schema.org markup checks and completes it.
 * Knows no host names. What `extract` returned is not parsed again, and is read once however often it is asked for.
 *
 * @example
 * const { posts } = things(html, { url: "https://example.org/thread/7" });
 * const { product } = things(extract(html));
 *
 * @throws DehuskError as `parse` does.
 */
export function things(input: PageInput | Extraction, options: ParseOptions = {}): Things {
  checkOptions(options, parseTable);
  const page = isExtraction(input) ? contentPartsOf(input).page : parse(input, options);
  const found = known.get(page) ?? readThings(page);
  known.set(page, found);
  return found;
}

function isExtraction(input: PageInput | Extraction): input is Extraction {
  return typeof input === "object" && "explain" in input && "markdown" in input;
}

/** What the model of page types sees of a page. */
export function pageTypeEvidenceOf(page: Page): PageTypeEvidence {
  const reading = read(page);
  return evidenceOf(reading, readParts(reading));
}

/** What all readers start from. */
interface Reading {
  readonly page: Page;
  readonly lines: readonly Line[];
  readonly metadata: Metadata;
}

function read(page: Page): Reading {
  return { page, lines: readLines(page), metadata: readMetadata(page) };
}

function readThings(page: Page): Things {
  const reading = read(page);
  const found = readParts(reading);
  return { ...found, pageType: judgePageType(evidenceOf(reading, found)) };
}

function evidenceOf({ page, lines, metadata }: Reading, found: FoundThings): PageTypeEvidence {
  return {
    numbers: pageTypeFeatures(page, lines, metadata, found),
    words: pageTypeWords(page, lines, [metadata.title, metadata.description]),
  };
}

function readParts({ page, lines, metadata: { title, siteName } }: Reading): FoundThings {
  const thread = readThread(page);
  const marked = markedThings(page);
  return {
    version: 1,
    url: page.url ?? null,
    title,
    posts: thread?.isComments === false ? thread.posts : undefined,
    comments: thread?.isComments === true ? thread.posts : undefined,
    product: readProduct(
      page,
      lines,
      onlyThingOf(marked, /^Product(?:Group|Model)?$|Products$/),
      headlineOf(page, lines, title, siteName),
    ),
    recipe: readRecipe(page, lines, thingOf(marked, /^Recipe$/), title),
    event: readEvent(lines, thingOf(marked, /Event$/), title),
    questions: readQuestions(lines, thingOf(marked, /^FAQPage$/)),
  };
}

/** The heading that shows the title, or else the first of the highest level, and what the page is named. */
function headlineOf(
  page: Page,
  lines: readonly Line[],
  title: string | null,
  siteName: string | null,
): { text: string | null; node: number } {
  const top = page.tag.findIndex((_, i) => isTopHeading(page, i));
  const text = top < 0 ? "" : textOf(page, top).trim();
  const shown = lines.find((line) => line.level > 0 && line.level <= 3 && line.text === title);
  // A title may lead with a slogan or end in a colour: "Finest Flour | Rye Flour", "Hand Mill - Oak". The heading may wait for a script to show it.
  const heading = top < 0 ? "" : (text || rawText(page, top)).replace(/\s+/g, " ").trim();
  const isSaidLower = shown === undefined || shown.level > 2;
  if (heading !== "" && heading !== siteName && isSaidLower && isPartOfTitle(page, heading))
    return { text: heading, node: top };
  // Titles add what can be done to a name, or the shop: "Buy Millstone", "Millstone on Acme".
  const isBare = text !== "" && title?.replace(/^(?:pre-?order|order|buy|get|play)\s/i, "") === text;
  if (shown !== undefined && !isBare) return { text: title, node: shown.node };
  return { text: text !== "" && ` ${title} `.includes(` ${text} `) ? text : title, node: top };
}

/** Whether a text stands between separators in what the head of a page calls it. */
function isPartOfTitle(page: Page, text: string): boolean {
  for (let node = 1; node < page.size && tagName(page, node) !== "body"; node++) {
    const isCard = attribute(page, node, "property") === "og:title";
    const title = isCard ? attribute(page, node, "content") : tagName(page, node) === "title" && rawText(page, node);
    if (title && runsOf(title.replace(/\s+/g, " ").trim()).includes(text)) return true;
  }
  return false;
}

function isTopHeading(page: Page, node: number): boolean {
  return (
    tagName(page, node) === "h1" ||
    (attribute(page, node, "role") === "heading" && attribute(page, node, "aria-level") === "1")
  );
}
