import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minimizeByDescent, type SmoothLoss } from "./lbfgs.ts";

/** Σ curvature · (x − target)². */
function bowl(targets: readonly number[], curvatures: readonly number[]): SmoothLoss {
  const gradient = new Float64Array(targets.length);
  return {
    gradient,
    evaluate(point) {
      let loss = 0;
      for (const [j, target] of targets.entries()) {
        const off = point[j] - target;
        loss += curvatures[j] * off * off;
        gradient[j] = 2 * curvatures[j] * off;
      }
      return loss;
    },
  };
}

const options = { steps: 500, tolerance: 1e-9 };

describe("minimizeByDescent", () => {
  test("minimizes quadratics of any shape", () => {
    const sides = fc.record({
      target: fc.integer({ min: -50, max: 50 }),
      curvature: fc.integer({ min: 1, max: 1000 }),
    });
    fc.assert(
      fc.property(fc.array(sides, { minLength: 1, maxLength: 30 }), (list) => {
        const targets = list.map(({ target }) => target);
        const found = minimizeByDescent(
          bowl(
            targets,
            list.map(({ curvature }) => curvature / 10),
          ),
          options,
        );
        for (const [j, target] of targets.entries()) expect(found[j]).toBeCloseTo(target, 6);
      }),
    );
  });

  test("minimizes the Rosenbrock function", () => {
    const gradient = new Float64Array(2);
    const valley: SmoothLoss = {
      gradient,
      evaluate([x, y]) {
        const [a, b] = [1 - x, y - x ** 2];
        gradient[0] = -2 * a - 400 * x * b;
        gradient[1] = 200 * b;
        return a * a + 100 * b * b;
      },
    };
    const found = minimizeByDescent(valley, options);
    expect(found[0]).toBeCloseTo(1, 6);
    expect(found[1]).toBeCloseTo(1, 6);
  });

  test("respects the step limit, and takes no step at the minimum", () => {
    let evaluated = 0;
    const loss = bowl([30, -20], [1, 80]);
    const counted: SmoothLoss = {
      gradient: loss.gradient,
      evaluate(point) {
        evaluated++;
        return loss.evaluate(point);
      },
    };
    expect([...minimizeByDescent(counted, { steps: 0, tolerance: 0 })]).toEqual([0, 0]);
    expect(evaluated).toBe(1);
    expect([...minimizeByDescent(bowl([0, 0], [1, 2]), options)]).toEqual([0, 0]);
  });
});
