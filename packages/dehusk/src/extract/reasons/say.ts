/** A share as people write it. */
export function percent(share: number): string {
  const whole = Math.round(share * 100);
  if (whole >= 100 && share < 1) return "more than 99 %";
  if (whole <= 0 && share > 0) return "less than 1 %";
  return `${Math.min(100, Math.max(0, whole))} %`;
}

/** The integer of a logarithmic feature: log2(1 + n). */
export function unlogged(value: number): number {
  return Math.round(2 ** value - 1);
}

/** A word or name of the page in quotation marks, without terminal commands. */
export function quoted(text: string): string {
  return `“${text.replace(/[\0-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "")}”`;
}
