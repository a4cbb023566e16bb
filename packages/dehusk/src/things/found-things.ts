import type { Event } from "./event.ts";
import type { PageType } from "./page-type.ts";
import type { Product } from "./product.ts";
import type { Question } from "./questions.ts";
import type { Post } from "./read-thread.ts";
import type { Recipe } from "./recipe.ts";

/** What a page holds besides running text; undefined where it holds none of a kind. */
export interface Things {
  readonly version: 1;
  readonly url: string | null;
  readonly title: string | null;
  readonly pageType: PageType;
  /** The posts of a thread, or a question and its answers. */
  readonly posts?: readonly Post[] | undefined;
  /** Readers' comments and reviews. */
  readonly comments?: readonly Post[] | undefined;
  readonly product?: Product | undefined;
  readonly recipe?: Recipe | undefined;
  readonly event?: Event | undefined;
  readonly questions?: readonly Question[] | undefined;
}

/** What is read before the type of the page is judged by it. */
export type FoundThings = Omit<Things, "pageType">;
