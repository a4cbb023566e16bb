/** A delay that timers accept: whole, above 0, and below 25 days, past which they would fire at once. */
export function timerLength(milliseconds: number): number {
  return Math.min(Math.max(1, Math.ceil(milliseconds)), 2 ** 31 - 1);
}
