import { expect, test } from "vitest";
import { classifyName, NameHint } from "./name-hints.ts";

test.each([
  ["byline", NameHint.Author],
  ["post-author-name", NameHint.Author],
  ["ArticleByline_wrap__x1", NameHint.Author],
  ["authoring-tools", 0],
  ["entry-date published", NameHint.Date],
  ["publishDate", NameHint.Date],
  ["entry-title", NameHint.Title],
  ["comment-list", NameHint.Side | NameHint.Comments],
  ["commentAuthor", NameHint.Side | NameHint.Comments | NameHint.Author],
  ["more-stories", NameHint.Side],
  ["sidebar", NameHint.Side],
  ["widget", NameHint.Side],
  ["elementor-widget", 0],
  ["post-footer", 0],
  ["site-footer", NameHint.Side],
  ["updates-more", 0],
  ["", 0],
  ["x".repeat(5000), 0],
])("%j", (value, hint) => {
  expect(classifyName(value)).toBe(hint);
});
