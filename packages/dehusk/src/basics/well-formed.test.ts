import { describe, expect, it } from "vitest";
import { cutText, wellFormed } from "./well-formed.ts";

describe("wellFormed", () => {
  it.each([
    ["a half before a letter", "a\ud83db", "a\ufffdb"],
    ["a second half alone", "a\ude00b", "a\ufffdb"],
    ["halves the wrong way round", "\ude00\ud83d", "\ufffd\ufffd"],
    ["two first halves", "\ud83d\ud83d\ude00", "\ufffd😀"],
    ["a half at the end", "a\ud83d", "a\ufffd"],
    ["pairs", "😀é漢", "😀é漢"],
  ])("%s", (_name, text, expected) => {
    expect(wellFormed(text)).toBe(expected);
  });
});

describe("cutText", () => {
  it("does not cut within a pair", () => {
    expect(cutText("a😀b", 2)).toBe("a");
    expect(cutText("a😀b", 3)).toBe("a😀");
    expect(cutText("a😀b", 9)).toBe("a😀b");
  });
});
