import { describe, expect, test } from "vitest";
import { decode } from "./decode.ts";
import { launchChromium } from "./testing/chromium.ts";

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? ascii(part) : part)));
const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];

describe("decode", () => {
  test("a byte order mark wins over everything", () => {
    const result = decode(bytes([0xef, 0xbb, 0xbf], "<meta charset=koi8-r>", utf8("é")), "windows-1251");
    expect(result).toMatchObject({ encoding: "utf-8", warnings: [] });
    expect(result.html).toBe("<meta charset=koi8-r>é");
    expect(decode(bytes([0xff, 0xfe, 0x41, 0x00])).html).toBe("A");
    expect(decode(bytes([0xfe, 0xff, 0x00, 0x41])).html).toBe("A");
  });

  test("then the transport's label, then what the page declares", () => {
    const page = bytes("<meta charset=koi8-r>", [0xc1]);
    expect(decode(page, "windows-1251").html.at(-1)).toBe("Б");
    expect(decode(page).html.at(-1)).toBe("а");
    expect(decode(page, "no-such-label").html.at(-1)).toBe("а");
    const pragma = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">';
    expect(decode(bytes(pragma, [0xb1])).html.at(-1)).toBe("ą");
    expect(decode(bytes('<?xml version="1.0" encoding="windows-1251"?>', [0xc1])).html.at(-1)).toBe("Б");
  });

  test("windows-1252 and its labels give the right characters between 0x80 and 0x9f", () => {
    for (const label of ["windows-1252", "iso-8859-1", "latin1", "ascii"]) {
      expect(decode(bytes([0x80, 0x93, 0x94, 0x96, 0x85]), label).html).toBe("€“”–…");
    }
  });

  test("a declaration of UTF-16 in readable bytes means UTF-8", () => {
    expect(decode(bytes("<meta charset=utf-16>", utf8("é"))).html.at(-1)).toBe("é");
  });

  test("undeclared UTF-8 is recognised without a warning", () => {
    expect(decode(bytes("<p>", utf8("naïve 漢字")))).toEqual({
      html: "<p>naïve 漢字",
      encoding: "utf-8",
      warnings: [],
    });
  });

  test("other undeclared encodings are guessed, with a warning", () => {
    const russian = "Съешь ещё этих мягких французских булок, да выпей же чаю. Широкая электрификация южных губерний.";
    const cp1251 = [...russian].map((c) => {
      const code = c.charCodeAt(0);
      if (code === 0x451) return 0xb8;
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
    });
    const result = decode(bytes("<html><body><p>", cp1251, "</p>"));
    expect(result.html).toContain(russian);
    expect(result.encoding).toBe("windows-1251");
    expect(result.warnings.map(({ code }) => code)).toEqual(["encoding-guessed"]);
  });

  test("UTF-16 without a byte order mark is recognised by its zero bytes", () => {
    const html = "<!doctype html><title>Grüße</title><p>wide";
    const little = Uint8Array.from([...html].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]));
    const big = Uint8Array.from([...html].flatMap((c) => [c.charCodeAt(0) >> 8, c.charCodeAt(0) & 255]));
    expect(decode(little)).toMatchObject({ html, encoding: "utf-16le", warnings: [{ code: "encoding-guessed" }] });
    expect(decode(big)).toMatchObject({ html, encoding: "utf-16be" });
  });

  test("invalid bytes in declared UTF-8 are replaced, with a warning", () => {
    const result = decode(bytes("<meta charset=utf-8><p>a", [0xff], "b"));
    expect(result.html).toContain("a\ufffdb");
    expect(result.warnings.map(({ code }) => code)).toEqual(["encoding-errors"]);
  });

  test("an encoding that browsers refuse is ignored", () => {
    expect(decode(bytes("<meta charset=iso-2022-kr><p>plain")).html).toContain("plain");
  });

  test("every byte of every single-byte encoding decodes as in a browser", async () => {
    const encodings =
      "ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-10 iso-8859-13 " +
      "iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 windows-1252 " +
      "windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic";
    const all = Uint8Array.from({ length: 255 }, (_, i) => i + 1);
    const browser = await launchChromium();
    try {
      const tab = await browser.newPage();
      const expected = await tab.evaluate(
        ({ names, data }) => names.map((name) => new TextDecoder(name).decode(Uint8Array.from(data))),
        { names: encodings.split(" "), data: [...all] },
      );
      expect(encodings.split(" ").map((name) => decode(all, name).html)).toEqual(expected);
    } finally {
      await browser.close();
    }
  });
});
