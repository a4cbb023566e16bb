import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ScoredBlocks, type TextKind, textKinds } from "../detect/index.ts";
import { type BlockDecision, commentBlocks, decideBlocks, fillGaps } from "./decide-blocks.ts";
import { type PresetRule, presetRules } from "./presets.ts";

interface Block {
  readonly words: number;
  readonly chance: number;
  readonly kind: TextKind;
}

const randomBlock: fc.Arbitrary<Block> = fc.record({
  words: fc.integer({ min: 0, max: 60 }),
  chance: fc.oneof(fc.double({ min: 1e-9, max: 1, noNaN: true }), fc.constantFrom(0, 0.25, 0.5, 1)),
  kind: fc.constantFrom(...textKinds),
});
const fewBlocks = fc.array(randomBlock, { maxLength: 12 });
const betas = [0.5, 1, 2];

function scored(blocks: readonly Block[]): ScoredBlocks {
  const chance = Float64Array.from(blocks, (block) => block.chance);
  const kind = Uint8Array.from(blocks, (block) => textKinds.indexOf(block.kind));
  return { chance, kind } as unknown as ScoredBlocks;
}

function decide(blocks: readonly Block[], rule: PresetRule): BlockDecision {
  return decideBlocks(
    scored(blocks),
    Int32Array.from(blocks, ({ words }) => words),
    rule,
  );
}

/** The F measure that is to be expected of keeping some blocks, as precision and recall make it. */
function expectedF(blocks: readonly Block[], isKept: (block: number) => boolean, beta: number): number {
  let [keptWords, right, content] = [0, 0, 0];
  for (const [b, { words, chance }] of blocks.entries()) {
    content += words * chance;
    if (!isKept(b)) continue;
    keptWords += words;
    right += words * chance;
  }
  if (right === 0) return 0;
  const [precision, recall] = [right / keptWords, right / content];
  return ((1 + beta ** 2) * precision * recall) / (beta ** 2 * precision + recall);
}

const keptOf = ({ kept }: BlockDecision) => Array.from(kept);
const words = (count: number, chance: number, kind: TextKind = "article"): Block => ({ words: count, chance, kind });

describe("no other choice of blocks has a better F to be expected", () => {
  test.each(betas)("with beta %d", (beta) => {
    fc.assert(
      fc.property(fewBlocks, (blocks) => {
        let best = 0;
        for (let choice = 0; choice < 1 << blocks.length; choice++) {
          best = Math.max(
            best,
            expectedF(blocks, (b) => ((choice >> b) & 1) === 1, beta),
          );
        }
        const { kept } = decide(blocks, { beta, comments: "always" });
        expect(expectedF(blocks, (b) => kept[b] === 1, beta)).toBeCloseTo(best, 10);
      }),
      { numRuns: 60 },
    );
  });
});

test("what is said to be expected is the F1, whatever the beta", () => {
  fc.assert(
    fc.property(fewBlocks, fc.constantFrom(...betas), (blocks, beta) => {
      const { kept, expected } = decide(blocks, { beta, comments: "always" });
      expect(expected).toBeCloseTo(
        expectedF(blocks, (b) => kept[b] === 1, 1),
        10,
      );
    }),
  );
});

test("a greater beta keeps all that a lesser one keeps", () => {
  fc.assert(
    fc.property(fc.array(randomBlock), fc.constantFrom("always", "never", "alone"), (blocks, comments) => {
      const [few, some, many] = betas.map((beta) => keptOf(decide(blocks, { beta, comments })));
      for (const b of blocks.keys()) {
        expect(some?.[b]).toBeGreaterThanOrEqual(few?.[b]);
        expect(many?.[b]).toBeGreaterThanOrEqual(some?.[b]);
      }
    }),
  );
});

test("on a page that is all alike it keeps all, however unlikely it is", () => {
  const blocks = Array.from({ length: 20 }, () => words(10, 0.05));
  for (const beta of betas) {
    const { kept, expected } = decide(blocks, { beta, comments: "alone" });
    expect(kept.every((own) => own === 1)).toBe(true);
    expect(expected).toBeCloseTo(20 / 210, 10);
  }
});

test("a page without blocks, or without any that may be content, has none", () => {
  for (const rule of Object.values(presetRules)) {
    expect(decide([], rule)).toEqual({ kept: new Uint8Array(0), expected: 0 });
    expect(decide([words(10, 0), words(5, 0)], rule)).toEqual({ kept: new Uint8Array(2), expected: 0 });
  }
});

// 0 / 0 for the block without words, and nothing is "at most NaN": all that follows is kept.
test("a block without words does not let in what is no content", () => {
  expect(keptOf(decide([words(10, 0.9, "comment"), words(0, 0.9)], presetRules.article))[0]).toBe(0);
});

describe("comments", () => {
  const article = words(100, 0.9);
  const comment = words(100, 0.9, "comment");
  const decideAll = (blocks: readonly Block[]) =>
    (["always", "alone", "never"] as const).map((comments) => keptOf(decide(blocks, { beta: 1, comments })));

  test("are always content, never, or where there is little else", () => {
    expect(decideAll([article, comment])).toEqual([
      [1, 1],
      [1, 0],
      [1, 0],
    ]);
    expect(decideAll([words(10, 0.9), comment])).toEqual([
      [1, 1],
      [1, 1],
      [1, 0],
    ]);
    expect(decideAll([comment, comment])).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
    ]);
  });

  test("are alone where all else is less than a fifth of the words that are likely content", () => {
    const alone = (other: Block) => keptOf(decide([other, words(80, 1, "comment")], { beta: 1, comments: "alone" }));
    expect(alone(words(20, 1))).toEqual([1, 0]);
    expect(alone(words(19, 1))).toEqual([1, 1]);
    expect(alone(words(40, 0.5))).toEqual([1, 0]);
    expect(alone(words(39, 0.4))).toEqual([0, 1]);
  });

  test("are not posts or reviews", () => {
    const posts = [words(50, 0.9, "post"), words(50, 0.9, "review")];
    expect(decideAll(posts)).toEqual(Array.from({ length: 3 }, () => [1, 1]));
  });

  test("change nothing of what is kept of all else, where they are none", () => {
    fc.assert(
      fc.property(fewBlocks, fc.constantFrom(...betas), (blocks, beta) => {
        const others = blocks.filter(({ kind }) => kind !== "comment");
        const { kept, expected } = decide(blocks, { beta, comments: "never" });
        const without = decide(others, { beta, comments: "always" });
        expect(keptOf({ kept, expected }).filter((_, b) => blocks[b]?.kind !== "comment")).toEqual(keptOf(without));
        expect(blocks.some(({ kind }, b) => kind === "comment" && kept[b] === 1)).toBe(false);
        expect(expected).toBeCloseTo(without.expected, 10);
      }),
    );
  });

  test("are found whatever their chance", () => {
    const kinds = textKinds.map((kind) => words(10, 0.01, kind));
    expect([...commentBlocks(scored(kinds))]).toEqual(textKinds.map((kind) => (kind === "comment" ? 1 : 0)));
  });
});

describe("fillGaps", () => {
  /** Blocks of which the part around each is all of them. */
  function gapped(blocks: readonly (Block & { readonly linked?: number })[]): ScoredBlocks {
    const count = blocks.length;
    return {
      ...scored(blocks),
      words: Int32Array.from(blocks, ({ words }) => words),
      linked: Float32Array.from(blocks, ({ linked }) => linked ?? 0),
      parts: Int32Array.from({ length: count * 12 }, (_, i) => (i % 2 === 0 ? 0 : count)),
    };
  }
  const text: Block = { words: 40, chance: 0.9, kind: "article" };
  const filled = (block: Block & { readonly linked?: number }, around: readonly Block[], kept: readonly number[]) => {
    const decided = Uint8Array.from([...kept, 0]);
    fillGaps(gapped([...around, block]), decided);
    return decided.at(-1);
  };

  test.each([
    ["a likely block among kept text is kept", { words: 5, chance: 0.41, kind: "article" }, 1],
    ["an unlikely one is not", { words: 5, chance: 0.39, kind: "article" }, 0],
    ["nor a comment", { words: 5, chance: 0.8, kind: "comment" }, 0],
    ["nor links", { words: 5, chance: 0.45, kind: "article", linked: 0.6 }, 0],
  ] as const)("%s", (_, block, expected) => {
    expect(filled(block, [text, text], [1, 1])).toBe(expected);
  });

  test("what is around must be kept, and say something", () => {
    const block: Block = { words: 5, chance: 0.45, kind: "article" };
    expect(filled(block, [text, text], [1, 0])).toBe(0);
    expect(filled(block, [{ ...text, words: 29 }], [1])).toBe(0);
    expect(filled(block, [{ ...text, words: 30 }], [1])).toBe(1);
  });

  test("keeps what was kept, and takes a page without blocks", () => {
    fc.assert(
      fc.property(fewBlocks, fc.infiniteStream(fc.constantFrom(0, 1)), (blocks, choices) => {
        const before = Uint8Array.from(blocks, () => choices.next().value as number);
        const after = before.slice();
        fillGaps(gapped(blocks), after);
        for (const [b, was] of before.entries()) expect(after[b]).toBeGreaterThanOrEqual(was);
      }),
    );
  });
});
