import { expect, test } from "vitest";
import { plainUrl, redirectTarget, webUrl, withoutPassword } from "./web-url.ts";

test.each([
  ["http://me:secret@example.org/?a@b", "http://example.org/?a@b"],
  ["https://me@example.org", "https://example.org"],
  ["http:me:secret@example.org/", "http:example.org/"],
  ["http://a:b@c:d@example.org/", "http://example.org/"],
  ["http://me:secret@exa mple/", "http://exa mple/"],
  ["https://example.org/@name", "https://example.org/@name"],
  ["https://example.org?mail=a@b", "https://example.org?mail=a@b"],
  ["not an address", "not an address"],
])("%s without a password", (text, expected) => {
  expect(withoutPassword(text)).toBe(expected);
});

test("international host names become Punycode", () => {
  expect(plainUrl(webUrl("https://bücher.example/käse#teil"))).toBe("https://xn--bcher-kva.example/k%C3%A4se");
});

test("a password stays with its origin, port included", () => {
  const from = new URL("http://me:secret@example.org/a");
  expect(redirectTarget("b", from).href).toBe("http://me:secret@example.org/b");
  expect(redirectTarget("//example.org:8080/b", from).href).toBe("http://example.org:8080/b");
  expect(redirectTarget("https://x:y@example.org/b", from).href).toBe("https://example.org/b");
});
