/**
 * Compares publication dates by calendar day.
 *
 * A date names up to two days: the one written in it and, where it has a time and a zone, the one in UTC. Two dates
 * agree when they share a day, so 2020-01-01T23:30-05:00 agrees with 2020-01-01 and with 2020-01-02T04:30Z. Dates
 * like 03/04/2020 name both readings. A year or a month alone is not a date.
 */

const YEAR_FIRST = /(?<!\d)(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?!\d)/u;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T|$)/u;
const YEAR_LAST = /(?<!\d)(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4})(?!\d)/u;
const INSTANT = /(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(?:(Z)|([+-]\d{2}):?(\d{2}))/iu;
const ZONED = /\d{1,2}:\d{2}.*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})\s*$/iu;

/**
 * The calendar days that a date value names, as YYYY-MM-DD.
 *
 * @param {unknown} value a string, a Date or nothing
 * @returns {Set<string>} empty when there is no full date in it
 */
export function daysOf(value) {
  const days = new Set();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? days : days.add(value.toISOString().slice(0, 10));
  if (typeof value !== "string") return days;
  const text = value.normalize("NFKC").trim();
  const first = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (first) {
    addDay(days, first[1], first[2], first[3]);
    addInstant(days, text);
    return days;
  }
  const last = YEAR_LAST.exec(text);
  if (last) {
    addDay(days, last[3], last[2], last[1]);
    if (!text.includes(".")) addDay(days, last[3], last[1], last[2]);
    return days;
  }
  if (/\p{L}{3}/u.test(text) && /(?<!\d)\d{1,2}(?!\d)/u.test(text) && /\d{4}/u.test(text)) addWritten(days, text);
  return days;
}

/**
 * Whether two date values name a common day.
 *
 * @param {unknown} answer
 * @param {unknown} truth
 */
export function sameDay(answer, truth) {
  const days = daysOf(truth);
  for (const day of daysOf(answer)) if (days.has(day)) return true;
  return false;
}

function addDay(days, year, month, day) {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() === Number(month) - 1 && Number(month) >= 1) days.add(date.toISOString().slice(0, 10));
}

function addInstant(days, text) {
  const match = INSTANT.exec(text);
  if (!match) return;
  const [, day, time, utc, hours, minutes] = match;
  const instant = new Date(`${day}T${time}${utc ? "Z" : `${hours}:${minutes}`}`);
  if (!Number.isNaN(instant.getTime())) days.add(instant.toISOString().slice(0, 10));
}

/** Dates in words ("May 4, 2020", "Mon, 04 May 2020 10:00:00 GMT"): the day as written, then the day in UTC. */
function addWritten(days, text) {
  const date = new Date(text.replace(/(\d)(?:st|nd|rd|th)\b/giu, "$1").replace(/(\d)([ap]m)\b/giu, "$1 $2"));
  if (Number.isNaN(date.getTime())) return;
  if (ZONED.test(text)) days.add(date.toISOString().slice(0, 10));
  else addDay(days, date.getFullYear(), date.getMonth() + 1, date.getDate());
}
