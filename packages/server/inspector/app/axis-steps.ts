/**
 * The numbers on an axis: from 0, in steps of 1, 2 or 5 times a power of ten, up to at least the maximum.
 *
 * @param count Approximate number of steps.
 * @example
 * axisSteps(23, 4); // [0, 10, 20, 30]
 */
export function axisSteps(maximum: number, count: number): number[] {
  const rough = Math.max(1, maximum) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const steps = [0];
  while (steps[steps.length - 1] < maximum || steps.length < 2) steps.push(steps[steps.length - 1] + step);
  return steps;
}
