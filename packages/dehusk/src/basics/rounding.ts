/** Rounds to some decimals; never gives -0, which some formats write as "-0". */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
}

/** Rounds to some significant digits. */
export function toDigits(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
