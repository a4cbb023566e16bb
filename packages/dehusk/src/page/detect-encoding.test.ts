import { detect } from "chardet";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detectEncoding } from "./detect-encoding.ts";

const samples = [
  "Съешь ещё этих мягких французских булок, да выпей же чаю.",
  "Příliš žluťoučký kůň úpěl ďábelské ódy. Zażółć gęślą jaźń.",
  "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, και όχι μόνο.",
  "כך התרסקה נפץ על גוזל קטן שדחף את צבי למים",
  "いろはにほへと ちりぬるを わかよたれそ つねならむ",
  "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。",
  "키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다.",
  "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.",
  "plain words, and no more than that",
];

/** Text cut anywhere, its high bytes shifted as in some one-byte encoding. */
const textLike = fc
  .tuple(fc.constantFrom(...samples), fc.constantFrom("utf16le", "utf8", "latin1"), fc.nat(200), fc.nat(255))
  .map(([text, encoding, cut, shift]) =>
    Uint8Array.from(Buffer.from(text.repeat(3), encoding as BufferEncoding).subarray(cut), (byte) =>
      byte < 0x80 ? byte : 0x80 | (byte + shift),
    ),
  );

const escapes = fc
  .array(fc.constantFrom("\x1b$B", "\x1b(B", "\x1b$)C", "\x1b$)A", "\x0e", "\x0f", "abc", '$"$'), { maxLength: 40 })
  .map((parts) => Uint8Array.from(Buffer.from(parts.join(""), "latin1")));

const marked = fc
  .tuple(
    fc.constantFrom([0xfe, 0xff], [0xff, 0xfe], [0xef, 0xbb, 0xbf], [0, 0, 0xfe, 0xff], [0xff, 0xfe, 0, 0]),
    fc.uint8Array({ maxLength: 40 }),
  )
  .map(([mark, rest]) => Uint8Array.of(...mark, ...rest));

describe("detectEncoding", () => {
  test("matches chardet", () => {
    const seen = new Set<string | undefined>();
    const bytes = fc.oneof(textLike, escapes, marked, fc.uint8Array({ maxLength: 300 }));
    fc.assert(
      fc.property(bytes, (input) => {
        const found = detectEncoding(input);
        seen.add(found);
        expect(found).toBe(detect(input) ?? undefined);
      }),
      { numRuns: 2000 },
    );
    // The comparison means little unless the input is varied.
    expect(seen.size).toBeGreaterThan(12);
  });
});
