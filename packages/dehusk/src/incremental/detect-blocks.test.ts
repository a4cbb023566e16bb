import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detectBlocks } from "./detect-blocks.ts";
import type { PageSegments } from "./page-segments.ts";
import { resolveBlockRule } from "./segment-options.ts";

/** Blocks of segments, each as its length and its number of pages. */
type Blocks = readonly (readonly (readonly [length: number, frequency: number])[])[];

function detect(blocks: Blocks, rule = {}, page = 5): { ratio: number[]; template: number[] } {
  const flat = blocks.flat();
  let from = 0;
  const blockFrom = Int32Array.from([0, ...blocks.map((block) => (from += block.length))]);
  const segments = { count: flat.length, length: Uint32Array.from(flat, ([length]) => length), blockFrom };
  const frequency = Uint32Array.from(flat, ([, pages]) => pages);
  const { ratio, template } = detectBlocks(segments as PageSegments, frequency, resolveBlockRule(rule), page);
  return { ratio: [...ratio], template: [...template] };
}

describe("template blocks", () => {
  test("a segment is template from the third page on", () => {
    expect(detect([[[10, 2]], [[10, 3]], [[10, 4]]])).toEqual({ ratio: [0, 1, 1], template: [0, 1, 1] });
    expect(detect([[[10, 4]], [[10, 5]]], { templatePages: 5 }).template).toEqual([0, 1]);
    expect(detect([[[10, 1]]], { templatePages: 1 }).template).toEqual([1]);
  });

  test("it must be on a fifth of the site's pages, or on sixteen; if a number is given, on that many", () => {
    expect(detect([[[10, 5]]], {}, 25).template).toEqual([1]);
    expect(detect([[[10, 5]], [[10, 6]]], {}, 26).template).toEqual([0, 1]);
    expect(detect([[[10, 15]], [[10, 16]]], {}, 1000).template).toEqual([0, 1]);
    expect(detect([[[10, 5]]], { templatePages: 5 }, 100).template).toEqual([1]);
    expect(detect([[[10, 5]]], { settledPages: 5 }, 100).template).toEqual([1]);
    expect(detect([[[10, 6]]], { templatePages: 7, settledPages: 2 }, 100).template).toEqual([0]);
  });

  test("a block is template when more than 0.7 of its text is, exactly 0.7 is not enough", () => {
    const block = (inTemplate: number, all: number): Blocks[number] => [
      [inTemplate, 5],
      [all - inTemplate, 2],
    ];
    expect(detect([block(7, 10), block(70, 100), block(71, 100), block(700_001, 1_000_000)]).template).toEqual([
      0, 0, 1, 1,
    ]);
    for (let tenth = 1; tenth <= 2000; tenth++) {
      expect(detect([block(7 * tenth, 10 * tenth), block(7 * tenth + 1, 10 * tenth)]).template).toEqual([0, 1]);
    }
    expect(detect([block(5, 10), block(6, 10)], { templateRatio: 0.5 }).template).toEqual([0, 1]);
    expect(detect([block(10, 10)], { templateRatio: 1 }).template).toEqual([0]);
  });

  test("the ratio is by length, not by number, and each block counts separately", () => {
    const many: [number, number][] = [1, 1, 1, 1, 1].map((length) => [length, 1]);
    const { ratio, template } = detect([
      [[95, 9], ...many],
      [
        [1, 9],
        [1, 9],
        [1, 9],
        [17, 1],
      ],
      [[3, 5]],
    ]);
    expect(ratio).toEqual([0.95, 0.15, 1]);
    expect(template).toEqual([1, 0, 1]);
  });

  test("a page without text has no blocks", () => {
    expect(detect([])).toEqual({ ratio: [], template: [] });
  });

  test("as by hand on random blocks", () => {
    const segment = fc.tuple(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(fc.array(fc.array(segment, { minLength: 1, maxLength: 6 }), { maxLength: 6 }), (blocks) => {
        const sum = (list: Blocks[number]): bigint => list.reduce((all, [length]) => all + BigInt(length), 0n);
        const expected = blocks.map((block) => {
          return 10n * sum(block.filter(([, pages]) => pages >= 3)) > 7n * sum(block) ? 1 : 0;
        });
        expect(detect(blocks).template).toEqual(expected);
      }),
    );
  });
});
