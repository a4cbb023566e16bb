/**
 * Student's paired t-test, two-tailed: whether the mean difference of pairs is other than 0. With d the differences, n
 * their number and s their standard deviation,
 *
 *   t = mean(d) / (s / √n),   p = I_x(df/2, 1/2),   x = df / (df + t²),   df = n − 1
 *
 * with I the regularized incomplete beta function, by its continued fraction (Press et al., Numerical Recipes, section
 * 6.4), good to about twelve digits.
 */
export interface PairedTTest {
  /** Infinite if all differences are equal and not 0. */
  readonly t: number;
  readonly degreesOfFreedom: number;
  /** Probability of a t this large, of either sign, by chance. */
  readonly p: number;
  readonly meanDifference: number;
}

/** @throws RangeError for fewer than two pairs, or lists of different lengths. */
export function pairedTTest(first: ArrayLike<number>, second: ArrayLike<number>): PairedTTest {
  const count = first.length;
  if (second.length !== count)
    throw new RangeError(`There are ${count} first values, but ${second.length} second ones.`);
  if (count < 2) throw new RangeError(`A paired test needs at least two pairs, not ${count}.`);
  const differences = Float64Array.from(first, (value, i) => value - second[i]);
  const meanDifference = differences.reduce((sum, value) => sum + value, 0) / count;
  const squares = differences.reduce((sum, value) => sum + (value - meanDifference) ** 2, 0);
  const degreesOfFreedom = count - 1;
  const spread = Math.sqrt(squares / degreesOfFreedom / count);
  const t = meanDifference === 0 ? 0 : meanDifference / spread;
  return { t, degreesOfFreedom, p: twoTailed(t, degreesOfFreedom), meanDifference };
}

function twoTailed(t: number, df: number): number {
  if (!Number.isFinite(t)) return Number.isNaN(t) ? Number.NaN : 0;
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/** I_x(a, b). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // Each fraction converges fast on its own side of the mean.
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a;
  return 1 - (front * betaFraction(1 - x, b, a)) / b;
}

const mostTerms = 10_000;
const smallChange = 1e-15;
const tiny = 1e-300;

/** The continued fraction of I_x(a, b), by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < mostTerms; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < smallChange) break;
  }
  return value;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}

/** Lanczos approximation, with Godfrey's coefficients for g = 7 and nine terms. */
const lanczos = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

/** log Γ(x) for x > 0; the series from 1/2 up, below that one step of Γ(x + 1) = x · Γ(x). */
function logGamma(x: number): number {
  if (x < 0.5) return logGamma(x + 1) - Math.log(x);
  let sum = lanczos[0];
  for (let i = 1; i < lanczos.length; i++) sum += lanczos[i] / (x - 1 + i);
  const base = x + 6.5;
  return Math.log(2 * Math.PI) / 2 + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}
