/** Mozilla's Readability on two DOMs, and dom-smoothie, a port of it to Rust (WebAssembly). */

const FIELDS = ["title", "author", "date", "siteName", "description", "language"];

/** Readability's result under our names; it returns null if it gives up on a page. */
function answerOf(article) {
  return {
    html: article?.content ?? "",
    title: article?.title,
    author: article?.byline,
    date: article?.publishedTime,
    siteName: article?.siteName,
    description: article?.excerpt,
    language: article?.lang,
  };
}

const onJsdom = {
  name: "readability+jsdom",
  kind: "extractor",
  packages: ["@mozilla/readability", "jsdom"],
  fields: FIELDS,
  async load() {
    const { Readability } = await import("@mozilla/readability");
    const { JSDOM, VirtualConsole } = await import("jsdom");
    return ({ html, url }) => {
      const dom = new JSDOM(html, { url: url ?? "https://example.com/", virtualConsole: new VirtualConsole() });
      try {
        return answerOf(new Readability(dom.window.document).parse());
      } finally {
        dom.window.close();
      }
    };
  },
};

const onLinkedom = {
  name: "readability+linkedom",
  kind: "extractor",
  packages: ["@mozilla/readability", "linkedom"],
  fields: FIELDS,
  async load() {
    const { Readability } = await import("@mozilla/readability");
    const { parseHTML } = await import("linkedom");
    return ({ html }) => answerOf(new Readability(parseHTML(html).document).parse());
  },
};

const domSmoothie = {
  name: "dom-smoothie",
  kind: "extractor",
  packages: ["dom-smoothie-js"],
  fields: FIELDS,
  async load() {
    const { Readability } = (await import("dom-smoothie-js")).default;
    return ({ html, url }) => {
      const readability = new Readability(html, url ?? undefined, undefined);
      try {
        const article = readability.parse();
        return {
          html: article.content,
          title: article.title,
          author: article.byline,
          date: article.published_time,
          siteName: article.site_name,
          description: article.excerpt,
          language: article.lang,
        };
      } finally {
        // WebAssembly's memory is not garbage-collected: without this every page slows down the next.
        readability.free();
      }
    };
  },
};

/** @type {import("./index.mjs").Extractor[]} */
export const readabilityExtractors = [onJsdom, onLinkedom, domSmoothie];
