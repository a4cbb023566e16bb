import { describe, expect, test } from "vitest";
import { Codes, CodeUnits, textOfCodes } from "./code-units.ts";

const texts = ["", "a", "short", "a text of more than sixteen characters", "漢字 and 😀, é and \0", "é".repeat(9000)];

describe("Codes", () => {
  test.each(texts)("gives a text back: %j", (text) => {
    const codes = new Codes(text.length);
    codes.write(text, 0);
    expect(textOfCodes(codes.codes.subarray(0, text.length))).toBe(text);
    expect(codes.toString(text.length)).toBe(text);
    codes.release();
  });

  test("keeps what it has when it grows", () => {
    const codes = new Codes(4);
    codes.write("abcd", 0);
    const more = 2 * codes.codes.length;
    codes.makeRoom(more);
    codes.write("z", more - 1);
    expect(codes.codes[more - 1]).toBe(0x7a);
    expect(codes.toString(4)).toBe("abcd");
  });

  test("keep the memory of long texts, whatever short ones leave", () => {
    const long = new Codes(100_000);
    const { codes } = long;
    for (const short of Array.from({ length: 5 }, () => new Codes(10))) short.release();
    long.release();
    expect(new Codes(10).codes).not.toBe(codes);
    expect(new Codes(90_000).codes).toBe(codes);
  });

  test("two never share memory", () => {
    const first = new Codes(10);
    first.release();
    const second = new Codes(10);
    const third = new Codes(10);
    second.write("second", 0);
    third.write("third!", 0);
    expect(second.toString(6)).toBe("second");
  });
});

describe("CodeUnits", () => {
  test("has zeros behind a source, whatever the memory held before", () => {
    const long = new CodeUnits("x".repeat(500));
    long.release();
    const short = new CodeUnits("<p");
    expect([...short.codes.subarray(0, 6)]).toEqual([0x3c, 0x70, 0, 0, 0, 0]);
  });

  test("holds one text besides the source, however long", () => {
    const units = new CodeUnits("source");
    for (const text of texts) {
      units.place(text);
      expect(textOfCodes(units.placed.subarray(0, text.length))).toBe(text);
    }
    expect(String.fromCharCode(...units.codes.subarray(0, 6))).toBe("source");
  });

  test.each(["é", "漢"])("has a long source of %s", (character) => {
    const { codes, length } = new CodeUnits(character.repeat(1_100_000));
    expect([codes[0], codes[length - 1], codes[length]]).toEqual([character.charCodeAt(0), character.charCodeAt(0), 0]);
  });
});
