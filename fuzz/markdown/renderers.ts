import { HtmlRenderer, Parser } from "commonmark";
import markdownit from "markdown-it";
import { Marked } from "marked";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

const marked = new Marked({ gfm: true });
const linkifying = markdownit({ html: true, linkify: true });
// It refuses script addresses by itself, which would hide them from the check.
linkifying.validateLink = () => true;
const parser = new Parser();
const writer = new HtmlRenderer({ safe: false });
const remark = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeStringify, { allowDangerousHtml: true });
const [extensions, htmlExtensions] = [[gfm()], [gfmHtml()]];

/** Renderers that people use without a sanitiser, each with raw HTML and script addresses let through. */
export const renderers: Readonly<Record<string, (markdown: string) => string>> = {
  marked: (markdown) => marked.parse(markdown, { async: false }),
  "markdown-it": (markdown) => linkifying.render(markdown),
  micromark: (markdown) =>
    micromark(markdown, { extensions, htmlExtensions, allowDangerousHtml: true, allowDangerousProtocol: true }),
  remark: (markdown) => String(remark.processSync(markdown)),
  commonmark: (markdown) => writer.render(parser.parse(markdown)),
};
