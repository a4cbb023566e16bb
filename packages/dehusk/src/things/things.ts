import { checkOptions } from "../basics/index.ts";
import { readMetadata } from "../extract/index.ts";
import { type PageInput, type ParseOptions, parse, parseTable, tagName } from "../page/index.ts";
import { type Event, readEvent } from "./event.ts";
import { markedThings, thingOf } from "./marked-things.ts";
import { type Product, readProduct } from "./product.ts";
import { type Question, readQuestions } from "./questions.ts";
import { type Post, readThread } from "./read-thread.ts";
import { type Recipe, readRecipe } from "./recipe.ts";
import { readLines } from "./sections.ts";

/** What a page holds besides running text; undefined where it holds none of a kind. */
export interface Things {
  readonly version: 1;
  readonly url: string | null;
  readonly title: string | null;
  /** The posts of a thread, or a question and its answers. */
  readonly posts?: readonly Post[] | undefined;
  /** Readers' comments and reviews. */
  readonly comments?: readonly Post[] | undefined;
  readonly product?: Product | undefined;
  readonly recipe?: Recipe | undefined;
  readonly event?: Event | undefined;
  readonly questions?: readonly Question[] | undefined;
}

/**
 * The things on a page that have a structure of their own: posts, comments, a product, a recipe, an event, questions
 * with answers. Read from what the page shows; schema.org markup checks and completes it. Knows no host names.
 *
 * @example
 * const { posts } = things(html, { url: "https://example.org/thread/7" });
 *
 * @throws DehuskError as `parse` does.
 */
export function things(input: PageInput, options: ParseOptions = {}): Things {
  checkOptions(options, parseTable);
  const page = parse(input, options);
  const { title } = readMetadata(page);
  const thread = readThread(page);
  const lines = readLines(page);
  const marked = markedThings(page);
  const headline = page.tag.findIndex((_, node) => tagName(page, node) === "h1");
  return {
    version: 1,
    url: page.url ?? null,
    title,
    posts: thread?.isComments === false ? thread.posts : undefined,
    comments: thread?.isComments === true ? thread.posts : undefined,
    product: readProduct(page, lines, thingOf(marked, /^Product(?:Group|Model)?$|Products$/), {
      text: title,
      node: headline,
    }),
    recipe: readRecipe(page, lines, thingOf(marked, /^Recipe$/), title),
    event: readEvent(lines, thingOf(marked, /Event$/), title),
    questions: readQuestions(lines, thingOf(marked, /^FAQPage$/)),
  };
}
