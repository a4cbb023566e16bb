/** Extractors for articles that bring their own parser: they take the HTML and return content and metadata. */

/** Postlight and Extractus need a URL; pages of unknown origin get this one. */
const UNKNOWN_URL = "https://example.com/";

const defuddle = {
  name: "defuddle",
  kind: "extractor",
  packages: ["defuddle", "linkedom"],
  fields: ["title", "author", "date", "siteName", "description", "language"],
  async load() {
    const { Defuddle } = await import("defuddle/node");
    return async ({ html, url }) => {
      const result = await Defuddle(html, url ?? undefined, { useAsync: false });
      return {
        html: result.content,
        markdown: async () => (await Defuddle(html, url ?? undefined, { useAsync: false, markdown: true })).content,
        title: result.title,
        author: result.author,
        date: result.published,
        siteName: result.site,
        description: result.description,
        language: result.language,
      };
    };
  },
};

const postlight = {
  name: "postlight",
  kind: "extractor",
  packages: ["@postlight/parser"],
  fields: ["title", "author", "date", "description"],
  async load() {
    const { default: Parser } = await import("@postlight/parser");
    return async ({ html, url }) => {
      const result = await Parser.parse(url ?? UNKNOWN_URL, { html, fetchAllPages: false });
      if (result.error) throw new Error(result.message);
      return {
        html: result.content ?? "",
        title: result.title,
        author: result.author,
        date: result.date_published,
        description: result.excerpt,
      };
    };
  },
};

const extractus = {
  name: "extractus",
  kind: "extractor",
  packages: ["@extractus/article-extractor", "linkedom"],
  fields: ["title", "author", "date", "siteName", "description"],
  async load() {
    const { extractFromHtml } = await import("@extractus/article-extractor");
    return async ({ html, url }) => {
      const result = await extractFromHtml(html, url ?? UNKNOWN_URL);
      return {
        html: result?.content ?? "",
        title: result?.title,
        author: result?.author,
        date: result?.published,
        siteName: result?.source,
        description: result?.description,
      };
    };
  },
};

const unfluff = {
  name: "unfluff",
  kind: "extractor",
  packages: ["unfluff"],
  fields: ["title", "author", "date", "siteName", "description", "language"],
  async load() {
    const { default: extract } = await import("unfluff");
    return ({ html }) => {
      const result = extract(html);
      return {
        text: result.text,
        title: result.title,
        author: result.author,
        date: result.date,
        siteName: result.publisher,
        description: result.description,
        language: result.lang,
      };
    };
  },
};

const readArt = {
  name: "read-art",
  kind: "extractor",
  packages: ["read-art"],
  fields: ["title"],
  async load() {
    const { default: read } = await import("read-art");
    return async ({ html }) => {
      const result = await read(html, { output: "html" });
      return { html: String(result.content ?? ""), title: result.title };
    };
  },
};

/** @type {import("./index.mjs").Extractor[]} */
export const articleExtractors = [defuddle, postlight, extractus, unfluff, readArt];
