/** Characters that are looked at one by one before the rest is left to `indexOf`, whose every call costs as much. */
const near = 64;

/**
 * Where a character is next, -1 for nowhere. Tags, values and texts are short: looking at their characters is faster than a
 * call of `indexOf`, much so where the source has characters beyond Latin-1.
 */
export function findCharacter(source: string, code: number, from: number): number {
  const to = Math.min(source.length, from + near);
  for (let at = from; at < to; at++) if (source.charCodeAt(at) === code) return at;
  return source.indexOf(String.fromCharCode(code), to);
}
