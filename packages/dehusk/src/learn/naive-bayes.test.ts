import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type NaiveBayesModel, predictNaiveBayes, type SparseCounts, trainNaiveBayes } from "./naive-bayes.ts";

const counted = (...pairs: readonly (readonly [number, number])[]): SparseCounts => ({
  ids: pairs.map(([id]) => id),
  counts: pairs.map(([, count]) => count),
});

/** Introduction to Information Retrieval, table 13.1: class 0 is China, class 1 is not. */
const [chinese, beijing, shanghai, macao, tokyo, japan] = [0, 1, 2, 3, 4, 5];
const documents = [
  counted([chinese, 2], [beijing, 1]),
  counted([chinese, 2], [shanghai, 1]),
  counted([chinese, 1], [macao, 1]),
  counted([tokyo, 1], [japan, 1], [chinese, 1]),
];
const textbook = trainNaiveBayes(documents, [0, 0, 0, 1], { words: 6, classes: 2 });

describe("the textbook's example 13.1", () => {
  test("counts", () => {
    expect(textbook).toEqual({
      smoothing: 1,
      words: 6,
      documents: [3, 1],
      totals: [8, 3],
      counts: [
        [5, 1, 1, 1, 0, 0],
        [1, 0, 0, 0, 1, 1],
      ],
    });
  });

  test("posteriors of «Chinese Chinese Chinese Tokyo Japan»", () => {
    const posteriors = predictNaiveBayes(textbook, counted([chinese, 3], [tokyo, 1], [japan, 1]));
    // 3/4 · (3/7)³ · 1/14 · 1/14 ≈ 0.0003 and 1/4 · (2/9)³ · 2/9 · 2/9 ≈ 0.0001, as in the book.
    const china = (3 / 4) * (3 / 7) ** 3 * (1 / 14) ** 2;
    const other = (1 / 4) * (2 / 9) ** 3 * (2 / 9) ** 2;
    expect(china).toBeCloseTo(0.0003, 4);
    expect(other).toBeCloseTo(0.0001, 4);
    expect(Math.exp(posteriors[0])).toBeCloseTo(china / (china + other), 12);
    expect(Math.exp(posteriors[1])).toBeCloseTo(other / (china + other), 12);
  });
});

const corpus = fc
  .record({ words: fc.integer({ min: 1, max: 5 }), classes: fc.integer({ min: 1, max: 3 }) })
  .chain(({ words, classes }) => {
    const document = fc.array(fc.nat({ max: words - 1 }), { maxLength: 6 });
    return fc.record({
      words: fc.constant(words),
      classes: fc.constant(classes),
      smoothing: fc.constantFrom(1, 0.5, 2),
      labelled: fc.array(fc.tuple(document, fc.nat({ max: classes - 1 })), { minLength: 1, maxLength: 8 }),
      asked: document,
    });
  });

const each = (ids: readonly number[]): SparseCounts => ({ ids, counts: ids.map(() => 1) });

type Labelled = readonly (readonly [number[], number])[];

function train(labelled: Labelled, options: { words: number; classes: number; smoothing: number }): NaiveBayesModel {
  return trainNaiveBayes(
    labelled.map(([ids]) => each(ids)),
    labelled.map(([, label]) => label),
    options,
  );
}

describe("properties", () => {
  test("equals the product of probabilities, multiplied out", () => {
    fc.assert(
      fc.property(corpus, ({ labelled, asked, ...options }) => {
        const { words, classes, smoothing } = options;
        const products = Array.from({ length: classes }, (_, c) => {
          const own = labelled.filter(([, label]) => label === c);
          const text = own.flatMap(([ids]) => ids);
          return asked.reduce(
            (product, word) =>
              (product * (text.filter((id) => id === word).length + smoothing)) / (text.length + smoothing * words),
            own.length / labelled.length,
          );
        });
        const sum = products.reduce((total, product) => total + product, 0);
        const posteriors = predictNaiveBayes(train(labelled, options), each(asked));
        products.forEach((product, c) => {
          expect(Math.exp(posteriors[c])).toBeCloseTo(product / sum, 10);
        });
      }),
      { numRuns: 500 },
    );
  });

  test("the order of documents makes no difference to the last bit", () => {
    fc.assert(
      fc.property(corpus, fc.infiniteStream(fc.nat()), ({ labelled, asked: _, ...options }, keys) => {
        const shuffled = labelled
          .map((entry) => ({ entry, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ entry }) => entry);
        expect(train(shuffled, options)).toEqual(train(labelled, options));
      }),
    );
  });

  test("renaming classes and words renames the answer", () => {
    const swapped = trainNaiveBayes(
      documents.map(({ ids, counts }) => ({ ids: Array.from(ids, (id) => 5 - id), counts })),
      [1, 1, 1, 0],
      { words: 6, classes: 2 },
    );
    const answer = predictNaiveBayes(textbook, counted([chinese, 3], [japan, 1]));
    const renamed = predictNaiveBayes(swapped, counted([5 - chinese, 3], [5 - japan, 1]));
    expect([...renamed].reverse()).toEqual([...answer]);
  });

  test("a model read back from JSON gives the same answer", () => {
    const asked = counted([chinese, 1], [tokyo, 2]);
    const copy = JSON.parse(JSON.stringify(textbook)) as NaiveBayesModel;
    expect(predictNaiveBayes(copy, asked)).toEqual(predictNaiveBayes(textbook, asked));
  });
});

describe("edges", () => {
  test("stays finite on a document of a million words", () => {
    const posteriors = predictNaiveBayes(textbook, counted([chinese, 1e6], [japan, 1e6]));
    expect(posteriors.every(Number.isFinite)).toBe(true);
    expect(Math.max(...posteriors)).toBe(0);
  });

  test("falls back to the class shares if it knows no word", () => {
    const posteriors = predictNaiveBayes(textbook, counted([99, 7], [-1, 1]));
    expect(Math.exp(posteriors[0])).toBeCloseTo(0.75, 12);
  });

  test("a class without documents is never the answer", () => {
    const model = trainNaiveBayes([counted([0, 1])], [0], { words: 1, classes: 2 });
    expect([...predictNaiveBayes(model, counted([0, 1]))]).toEqual([0, Number.NEGATIVE_INFINITY]);
  });

  test("refuses invalid input", () => {
    const options = { words: 2, classes: 2 };
    expect(() => trainNaiveBayes([], [], options)).toThrow(/no documents/);
    expect(() => trainNaiveBayes([counted([2, 1])], [0], options)).toThrow(/Word 2/);
    expect(() => trainNaiveBayes([counted([0, -1])], [0], options)).toThrow(/count of word 0/);
    expect(() => trainNaiveBayes([counted([0, 1])], [2], options)).toThrow(/Label 2/);
    expect(() => trainNaiveBayes([counted([0, 1])], [0, 1], options)).toThrow(/2 labels/);
    expect(() => trainNaiveBayes([counted([0, 1])], [0], { ...options, smoothing: 0 })).toThrow(/smoothing/);
  });
});
