import { describe, expect, it } from "vitest";
import { parse } from "../../page/index.ts";
import { keepShown } from "../kept-nodes.ts";
import { writeMarkdown } from "../write-markdown.ts";

/** Everything a page shows, as Markdown. */
export function markdown(html: string): string {
  const page = parse(html, { url: "https://example.org/folder/page.html" });
  return writeMarkdown(page, keepShown(page));
}

/** Tests of one promise each: a name, HTML, and its Markdown. */
export function examples(title: string, list: readonly (readonly [string, string, string])[]): void {
  describe(title, () => {
    it.each(list)("%s", (_name, html, expected) => {
      expect(markdown(html)).toBe(expected);
    });
  });
}
