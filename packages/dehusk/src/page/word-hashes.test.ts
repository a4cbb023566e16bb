import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashNameParts, hashWord, hashWords, mostNameParts } from "./word-hashes.ts";
import { splitWords } from "./words.ts";

/** A letter, digit or mark of a script in the basic plane, or a separator. */
const character = fc.oneof(
  range(0x41, 0x24f).filter((letter) => letter.toLowerCase().length === 1),
  range(0x400, 0x4ff),
  range(0x370, 0x3ff).filter((letter) => letter !== "Σ"),
  range(0x4e00, 0x4eff),
  range(0x3040, 0x30ff),
  range(0xe01, 0xe5b),
  range(0x600, 0x6ff),
  fc.constantFrom(" ", " ", "\n", "-", ".", ",", "'", "0", "7", "_", "\u00ad", "\u200d", "\u00a0"),
);
const text = fc.string({ unit: character, maxLength: 80 });

function range(min: number, max: number): fc.Arbitrary<string> {
  return fc.integer({ min, max }).map((code) => String.fromCharCode(code));
}

function hashesOf(of: string, from = 0, to = of.length, most = 200): number[] {
  const into = new Int32Array(most);
  return [...into.slice(0, hashWords(of, from, to, into))];
}

describe("words", () => {
  test("hash like the split words in lower case", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(hashesOf(any)).toEqual(splitWords(any.toLowerCase()).map(hashWord));
      }),
      { numRuns: 2000 },
    );
  });

  test("of a range are those of the substring", () => {
    fc.assert(
      fc.property(text, fc.nat(80), fc.nat(80), (any, one, other) => {
        const [from, to] = [Math.min(one, other, any.length), Math.min(Math.max(one, other), any.length)];
        expect(hashesOf(any, from, to)).toEqual(hashesOf(any.slice(from, to)));
      }),
    );
  });

  test("stop when the array is full, and nothing is written past them", () => {
    fc.assert(
      fc.property(text, fc.nat(6), (any, room) => {
        const all = hashesOf(any);
        const whole = new Int32Array(room + 3).fill(-1);
        const count = hashWords(any, 0, any.length, whole.subarray(0, room));
        expect(count).toBe(Math.min(room, all.length));
        expect([...whole]).toEqual([...all.slice(0, count), ...new Array(room + 3 - count).fill(-1)]);
      }),
    );
  });

  test("hash regardless of case, but not of spelling", () => {
    expect(hashesOf("Straße STRAßE ΑΛΦΑ МИР")).toEqual(["straße", "straße", "αλφα", "мир"].map(hashWord));
    expect(hashWord("Menu")).toBe(hashWord("mENU"));
    expect(hashWord("menu")).not.toBe(hashWord("menus"));
    expect(hashWord("ab")).not.toBe(hashWord("ba"));
  });

  test("outside the basic plane are skipped, and separate their neighbours", () => {
    expect(hashesOf("one😀two 𝒳")).toEqual([hashWord("one"), hashWord("two")]);
  });
});

describe("the hashes of 20,000 words", () => {
  const letters = "etaoinshrdlcumwf";
  const words = Array.from({ length: 20_000 }, (_, i) =>
    [...`${i}`.padStart(5, "0")].map((digit, place) => letters[(Number(digit) + 3 * place) % 16]).join(""),
  );
  const hashes = words.map(hashWord);

  test("are distinct: among this many 32-bit numbers, 0.05 pairs are expected", () => {
    expect(new Set(words).size).toBe(20_000);
    expect(new Set(hashes).size).toBeGreaterThanOrEqual(19_999);
  });

  test.each([0, 10, 20])("spread over the twelve bits from bit %i on", (bit) => {
    const counts = new Array<number>(4096).fill(0);
    for (const hash of hashes) counts[(hash >>> bit) & 4095] = counts[(hash >>> bit) & 4095] + 1;
    // For a uniform distribution, Pearson's statistic has mean 4095 and deviation 90.
    const expected = hashes.length / 4096;
    const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(statistic).toBeLessThan(4095 + 5 * 90);
  });

  test("are of both signs", () => {
    const negative = hashes.filter((hash) => hash < 0).length;
    expect(Math.abs(negative - 10_000)).toBeLessThan(400);
  });
});

function partsOf(name: string): number[] {
  const hashes = new Int32Array(mostNameParts);
  return [...hashes.subarray(0, hashNameParts(name, hashes))];
}

describe("names", () => {
  test.each<[string, string, string[]]>([
    ["camel case", "articleBody col-md-8", ["article", "body", "col", "md"]],
    ["BEM", "post__body--wide_new", ["post", "body", "wide", "new"]],
    ["digits", "entry2content h1 2024", ["entry", "content"]],
    ["single letters", "a-b c_d x1y", []],
    ["capitals in a row", "XMLHttpRequest NAV", ["xmlhttp", "request", "nav"]],
    ["a repeated word", "post Post post-body POST", ["post", "body"]],
    ["nothing", "", []],
    ["only marks", "-- __ ::", []],
    ["Cyrillic", "статья-ТекстСтатьи", ["статья", "текст", "статьи"]],
    ["Han", "文章-正文", ["文章", "正文"]],
    ["accents", "contenu_éditoRial", ["contenu", "édito", "rial"]],
    ["other separators", "js:hover/md.wide[x]", ["js", "hover", "md", "wide"]],
  ])("%s", (_, name, parts) => {
    expect(partsOf(name)).toEqual(parts.map(hashWord));
  });

  test("of more than 300 characters have no parts", () => {
    expect(partsOf("ab ".repeat(100))).toEqual([hashWord("ab")]);
    expect(partsOf(`${"ab ".repeat(100)} `)).toEqual([]);
  });

  test("have no parts of 24 letters or more", () => {
    const long = "w".repeat(23);
    expect(partsOf(`${long} ${long}w body`)).toEqual([long, "body"].map(hashWord));
  });

  test("split like a regular expression, each part once", () => {
    const unit = fc.constantFrom(..."aabcxyzABCXYZ019_- ");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (name) => {
        const parts = name
          .replace(/([a-z])(?=[A-Z])/g, "$1 ")
          .toLowerCase()
          .split(/[^a-z]+/)
          .filter((part) => part.length > 1 && part.length < 24);
        expect(partsOf(name)).toEqual([...new Set(parts)].map(hashWord));
      }),
      { numRuns: 1000 },
    );
  });
});
