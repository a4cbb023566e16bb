/** Most reasons in a sentence. */
const maxReasons = 3;

/**
 * Why something is kept or dropped, as a sentence.
 *
 * @example whySentence(false, ["3 % likely to be content", "most of it is links"])
 * // "Dropped: 3 % likely to be content; most of it is links."
 */
export function whySentence(kept: boolean, reasons: readonly string[]): string {
  const [first = "no reason is known", ...others] = reasons.slice(0, maxReasons);
  return `${kept ? "Kept" : "Dropped"}: ${[first, ...others].join("; ")}.`;
}
