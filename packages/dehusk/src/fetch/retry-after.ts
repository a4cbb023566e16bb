/**
 * How long a Retry-After header asks to wait.
 *
 * @param now Milliseconds since 1970, for headers with a date.
 * @returns Milliseconds; undefined if the header is missing or invalid.
 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = /^[a-z]+,? .*\d\d:\d\d:\d\d/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
