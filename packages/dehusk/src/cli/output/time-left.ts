/** How much longer something takes, in words; undefined before anything is done. */
export function timeLeft(seconds: number, done: number, total: number): string | undefined {
  if (done <= 0 || total < done) return undefined;
  const left = Math.round((seconds * (total - done)) / done);
  if (left < 60) return `${left} s left`;
  return left < 3600 ? `${Math.round(left / 60)} min left` : `${(left / 3600).toFixed(1)} h left`;
}

/** A share as a whole percentage, which is 100 only at the end. */
export function percent(done: number, total: number): string {
  return `${total <= 0 ? 100 : Math.min(100, Math.floor((100 * done) / total))} %`;
}
