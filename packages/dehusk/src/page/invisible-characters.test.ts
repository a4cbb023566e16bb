import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeDirections, tidyCharacters } from "./invisible-characters.ts";
import { parse } from "./parse.ts";

/** The controls of Unicode Standard Annex 9 by effect, applied one by one. */
function openAtEnd(text: string): string[] {
  const open: string[] = [];
  for (const sign of text) {
    if (/[\u202a\u202b\u202d\u202e]/.test(sign)) open.push("embedding");
    else if (/[\u2066-\u2068]/.test(sign)) open.push("isolate");
    else if (sign === "\u202c") {
      if (open.pop() !== "embedding") return ["closes what is outside"];
    } else if (sign === "\u2069") {
      if (!open.includes("isolate")) return ["closes what is outside"];
      while (open.pop() !== "isolate");
    }
  }
  return open;
}

describe("closeDirections", () => {
  it.each([
    ["an override that does not end", "a\u202eb", "a\u202eb\u202c"],
    ["an isolate that does not end", "\u2067a", "\u2067a\u2069"],
    ["ends of what began outside", "a\u202cb\u2069c", "abc"],
    ["an embedding in an isolate", "\u2066a\u202bb\u2069c", "\u2066a\u202bb\u2069c"],
    ["an end of an embedding that is outside of an isolate", "\u202ba\u2066b\u202cc", "\u202ba\u2066bc\u2069\u202c"],
    ["what is balanced", "\u202ba\u202c \u2068b\u2069", "\u202ba\u202c \u2068b\u2069"],
    ["marks, which reach no further", "a\u200eb\u200f", "a\u200eb\u200f"],
  ])("%s", (_name, text, expected) => {
    expect(closeDirections(text)).toBe(expected);
  });

  it("leaves nothing open and closes nothing outside, for any text", () => {
    const signs = fc.constantFrom("a", "\n", ..."\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069");
    fc.assert(
      fc.property(fc.array(signs), fc.boolean(), (list, byLine) => {
        const text = list.join("");
        const closed = closeDirections(text, byLine);
        for (const line of byLine ? closed.split("\n") : [closed]) expect(openAtEnd(line)).toEqual([]);
        expect(closed.replace(/[\u202a-\u202e\u2066-\u2069]/g, "")).toBe(
          text.replace(/[\u202a-\u202e\u2066-\u2069]/g, ""),
        );
        expect(closeDirections(closed, byLine)).toBe(closed);
      }),
    );
  });

  it("takes time in proportion to the text", () => {
    const text = `${"\u202e".repeat(2e5)}${"\u2069".repeat(2e5)}`;
    expect(closeDirections(text)).toHaveLength(4e5);
  });
});

describe("the characters of a page", () => {
  it("ends directions in each line of code", () => {
    expect(tidyCharacters("a\u202eb\nc", true, true)).toBe("a\u202eb\u202c\nc");
    expect(parse("<pre>a\u202eb\nc</pre>").text).toBe("a\u202eb\u202c\nc");
  });

  it("ends directions in each text", () => {
    expect(parse("<p>a\u202eb</p><p>c</p>").text).toBe("a\u202eb\u202c\n\nc");
  });

  it("holds no half of a surrogate pair", () => {
    expect(parse("<p title='\ud83d'>a\ud83d</p>").text).toBe("a\ufffd");
  });
});
