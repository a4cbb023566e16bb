import fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "../../page/index.ts";
import { safeLink } from "./safe-url.ts";

const parts = [
  "/",
  "a",
  "b-c",
  "..",
  ".",
  "?",
  "x=1",
  "&",
  "#",
  "%20",
  "%2e",
  "//",
  ":",
  "http:",
  "https://",
  "example.com",
  "xn--",
  " ",
  "\t",
  "é",
  "\\",
  "javascript:",
  "1.2.3",
  "@",
  "[",
  "~",
];

it("equals the URL parser's result, or is undefined", () => {
  const page = parse("", { url: "https://user.example.org:8080/dir/page.html?query=/x#part" });
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (pieces) => {
      const address = pieces.join("");
      let expected: string | undefined;
      try {
        const absolute = new URL(address.trim(), page.base);
        if (/^(?:https?|mailto|tel):$/.test(absolute.protocol)) expected = absolute.href;
      } catch {
        // An unresolvable address is a link only if it is relative, which none is on a page with a URL.
      }
      const link = safeLink(page, address);
      if (expected !== undefined) expect(link).toBe(expected);
      else expect(link === undefined || !/^[a-z]+:/i.test(link)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});
