/** A number of milliseconds as timers take them: whole, above 0, and below 25 days, where they would go off at once. */
export function timerLength(milliseconds: number): number {
  return Math.min(Math.max(1, Math.ceil(milliseconds)), 2 ** 31 - 1);
}
