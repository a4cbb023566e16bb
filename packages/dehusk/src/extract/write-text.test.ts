import { expect, it } from "vitest";
import { parse } from "../page/index.ts";
import { keepShown } from "./kept-nodes.ts";
import { writeText } from "./write-text.ts";

/** Writes all text nodes except those with `dropped`. */
function without(dropped: string, html: string): string {
  const page = parse(html);
  const kept = keepShown(page);
  for (let i = 0; i < page.size; i++) if (page.strings[i] === dropped) kept[i] = 0;
  return writeText(page, kept);
}

it.each([
  ["leaves a space where text is left out", "<p>one<b>two</b>three</p>", "one three"],
  ["keeps blocks apart", "<p>one</p><p>two</p><p>three</p>", "one\n\nthree"],
  ["keeps cells apart", "<table><tr><td>one<td>two<td>three</table>", "one\tthree"],
  ["keeps lines of code", "<pre>one\n<i>two</i>\nthree</pre>", "one\n\nthree"],
  ["does not start or end with the gap", "<p>two</p><p>one</p><p>two</p>", "one"],
])("%s", (_name, html, expected) => {
  expect(without("two", html)).toBe(expected);
});

it("writes kept hidden text as a block", () => {
  const page = parse("<p>one</p><div hidden>two</div><p>three");
  expect(writeText(page, new Uint8Array(page.size).fill(1))).toBe("one\n\ntwo\n\nthree");
});

it("writes nothing if nothing is kept", () => {
  const page = parse("<p>one</p>");
  expect(writeText(page, new Uint8Array(page.size))).toBe("");
});
