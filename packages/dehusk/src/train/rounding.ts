/** Four decimals of a score: more carry no information and make model files longer. */
export function fourDecimals(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** Six significant digits of a weight: more than the data supports. */
export function sixDigits(value: number): number {
  return Number(value.toPrecision(6));
}
