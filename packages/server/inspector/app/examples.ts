import type { PageSource } from "../engine/messages.ts";

/** The pages in `examples/`, by path, as URLs of files that the build copies. */
const files = import.meta.glob<string>("../../../../examples/*.html", {
  query: "?url",
  import: "default",
  eager: true,
});

/** The default example. */
export const firstExample = "article";

const names: Readonly<Record<string, string>> = {
  article: "News article",
  "blog-lazy-images": "Blog post",
  "forum-thread": "Forum thread",
  product: "Shop",
  "docs-code": "Documentation",
  "table-layout-1999": "Tables, 1999",
  chinese: "Chinese",
  arabic: "Arabic",
  russian: "Russian",
  japanese: "Japanese",
  thai: "Thai",
  recipe: "Recipe",
  listing: "List of teasers",
  math: "Formulas",
  qa: "Questions and answers",
  malformed: "Broken HTML",
};

/** The examples, in the order of the names above; unnamed ones come last, under their file names. */
export const examples: readonly { readonly id: string; readonly name: string }[] = Object.keys(files)
  .map(idOf)
  .sort((a, b) => rankOf(a) - rankOf(b))
  .map((id) => ({ id, name: names[id] ?? id }));

/** Reads an example. */
export async function readExample(id: string): Promise<PageSource> {
  const address = Object.entries(files).find(([path]) => idOf(path) === id)?.[1];
  const answer = address === undefined ? undefined : await fetch(address).catch(() => undefined);
  if (answer?.ok !== true) throw new Error(`The example "${id}" cannot be read.`);
  return { content: new Uint8Array(await answer.arrayBuffer()), url: null, name: names[id] ?? id };
}

function idOf(path: string): string {
  return /([^/]+)\.html$/.exec(path)?.[1] ?? path;
}

function rankOf(id: string): number {
  const rank = Object.keys(names).indexOf(id);
  return rank < 0 ? Number.POSITIVE_INFINITY : rank;
}
