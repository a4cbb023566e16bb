import { htmlToMarkdown as convert } from "@mdream/js";

/**
 * The Markdown of an extractor's HTML, by one converter for all. It leaves definition lists as HTML and empty headings as
 * lone marks; both are taken out, so that no extractor answers for them.
 *
 * @param {string} html
 * @returns {string}
 */
export function htmlToMarkdown(html) {
  return convert(html)
    .replace(/<\/?d[dlt]\b[^>]*>/gi, "")
    .replace(/^[ >]*#{1,6}[ \t]*$/gm, "");
}
