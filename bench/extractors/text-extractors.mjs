/** Extractors that return text or Markdown with little or no metadata, and the baseline that keeps everything. */

const wrtnlabs = {
  name: "wrtnlabs",
  kind: "extractor",
  packages: ["@wrtnlabs/web-content-extractor"],
  fields: ["title", "description"],
  async load() {
    const { extractContent } = await import("@wrtnlabs/web-content-extractor");
    return ({ html }) => {
      const result = extractContent(html);
      return { text: result.content, title: result.title, description: result.description };
    };
  },
};

const webforai = {
  name: "webforai",
  kind: "extractor",
  packages: ["webforai"],
  fields: [],
  async load() {
    const { htmlToMarkdown } = await import("webforai");
    const options = { linkAsText: true, hideImage: true };
    return ({ html, url }) => ({
      text: htmlToMarkdown(html, url ? { ...options, url } : options),
      markdown: () => htmlToMarkdown(html, url ? { url } : {}),
    });
  },
};

const mdream = {
  name: "mdream-minimal",
  kind: "extractor",
  packages: ["@mdream/js"],
  fields: [],
  async load() {
    const { htmlToMarkdown } = await import("@mdream/js");
    const { withMinimalPreset } = await import("@mdream/js/preset/minimal");
    return ({ html }) => ({
      text: htmlToMarkdown(html, withMinimalPreset({ format: "text", plugins: { frontmatter: false } })),
      markdown: () => htmlToMarkdown(html, withMinimalPreset({ plugins: { frontmatter: false } })),
    });
  },
};

const everything = {
  name: "html-to-text",
  kind: "extractor",
  packages: ["html-to-text"],
  fields: [],
  async load() {
    const { compile } = await import("html-to-text");
    const convert = compile({
      wordwrap: false,
      selectors: [
        { selector: "a", options: { ignoreHref: true } },
        { selector: "img", format: "skip" },
        ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
      ],
    });
    return ({ html }) => ({ text: convert(html) });
  },
};

/** @type {import("./index.mjs").Extractor[]} */
export const textExtractors = [wrtnlabs, webforai, mdream, everything];
