import { expect, test } from "vitest";
import { plainSegmentModel } from "../../segment/plain-model.ts";
import { segmentView } from "../../segment/segment-page.ts";
import { labelledPage } from "../../segment/testing/annotated-pages.ts";
import { bestLambda, lambdaVariants, tryLambdas } from "./choose-lambda.ts";

const model = plainSegmentModel("estimate");
const pages = [0, 1].map((number) => labelledPage(number));
const countOf = (label: ArrayLike<number>) => new Set(Array.from(label)).size;

test.each(["gcuts", "gcutsWithoutParents", "cclus"] as const)(
  "%s: the score of each λ is its mean over pages",
  (variant) => {
    const tried = tryLambdas(pages, model, variant, (_, found) => countOf(found));
    expect(tried.length).toBeGreaterThan(5);
    for (const { lambda, score } of [tried[0], tried.at(-1)] as typeof tried) {
      const counts = pages.map(({ view }) =>
        countOf(segmentView(view, { ...lambdaVariants[variant], model, lambda }).label),
      );
      expect(score).toBe((counts[0] + counts[1]) / 2);
    }
  },
);

test("λ is chosen by the truth of the given pages, not of the training pages", () => {
  const byCount = (wanted: number) =>
    bestLambda(tryLambdas(pages, model, "gcuts", (_, found) => -Math.abs(countOf(found) - wanted)));
  expect(byCount(1)).toBeGreaterThan(byCount(1000));
});

test("ties go to the smallest λ", () => {
  const tried = [
    { lambda: 0.5, score: 1 },
    { lambda: 1, score: 2 },
    { lambda: 2, score: 2 },
  ];
  expect(bestLambda(tried)).toBe(1);
  expect(bestLambda(tryLambdas([], model, "cclus", () => 1))).toBe(0.6);
});
