import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTextScan, scanText } from "./scan-text.ts";
import { splitWords } from "./words.ts";

describe("words", () => {
  test.each([
    ["Dehusk takes 2 pages, no more.", ["Dehusk", "takes", "2", "pages", "no", "more"]],
    ["snake_case and naïve café", ["snake_case", "and", "naïve", "café"]],
    ["don’t e-mail", ["don", "t", "e", "mail"]],
    ["網頁 parser", ["網", "頁", "parser"]],
    ["カタカナー", ["カ", "タ", "カ", "ナ", "ー"]],
    ["한국어 문장", ["한국어", "문장"]],
    ["ไทย", ["ไท", "ย"]],
    ["กำลังกิน", ["กำ", "ลั", "ง", "กิ", "น"]],
    ["می‌روم به خانه", ["می‌روم", "به", "خانه"]],
    ["हिन्दी में", ["हिन्दी", "में"]],
    ["𠮷野 😀 𝒳𝒴", ["𠮷", "野", "𝒳𝒴"]],
    ["", []],
    [" \n\t ", []],
    ["— … !", []],
  ])("%j", (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  test("counting matches splitting, wherever a text is cut in two", () => {
    const text = fc
      .array(fc.constantFrom(..."aB1 _-.,漢かไกำxé‌𠮷😀\n"), { maxLength: 30 })
      .map((list) => list.join(""));
    fc.assert(
      fc.property(text, fc.nat(30), (whole, cut) => {
        // Not inside a surrogate pair, which no tree splits between nodes.
        const at = /^[\udc00-\udfff]/.test(whole.slice(cut)) ? cut + 1 : cut;
        const first = createTextScan();
        const second = createTextScan();
        scanText(whole.slice(0, at), 0, first);
        scanText(whole.slice(at), first.last, second);
        expect(first.words + second.words).toBe(splitWords(whole).length);
      }),
      { numRuns: 2000 },
    );
  });
});
