import { expect, test } from "vitest";
import { decode as decodeAnything } from "./decode.ts";
import { decode } from "./decode-natively.ts";

const latin = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const declared: [what: string, bytes: Uint8Array, label?: string][] = [
  ["undeclared UTF-8", utf8("<p>é 漢字")],
  ["a byte order mark wins over a label", Uint8Array.of(0xff, 0xfe, 0x3c, 0, 0x70, 0, 0x3e, 0, 0xe9, 0), "utf-8"],
  ["a label wins over a declaration", latin("<meta charset=utf-8><p>\xd0\xef"), "windows-1251"],
  ["an unknown label", latin("<meta charset='windows-1251'><p>\xd0\xef"), "none"],
  ["http-equiv", latin('<meta http-equiv=content-type content="text/html; charset=iso-8859-1"><p>caf\xe9')],
  ["a declaration in a comment", latin("<!-- <meta charset=koi8-r> --><meta charset=windows-1251><p>\xd0\xef")],
  ["impossible UTF-16", utf8("<meta charset=utf-16><p>é")],
  ["invalid bytes", latin("<meta charset=utf-8><p>\xff")],
];

test.each(declared)("decodes like the library if the encoding is known: %s", (_, bytes, label) => {
  expect(decode(bytes, label)).toEqual(decodeAnything(bytes, label));
});

test("warns when it falls back to windows-1252", () => {
  const { html, encoding, warnings } = decode(latin("<p>caf\xe9"));
  expect([html, encoding, warnings.map(({ code }) => code)]).toEqual(["<p>café", "windows-1252", ["encoding-guessed"]]);
});
