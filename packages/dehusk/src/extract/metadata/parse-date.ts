import { monthNumber } from "./month-names.ts";

/** How ambiguous dates like 3/4/2020 are read. */
export type DayOrder = "day-first" | "month-first";

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** The text after the date, which may have its time. */
  readonly rest: string;
}

const yearFirst =
  /(?<![\d.,/-])(\d{4})\s?(?:[-/.]|年|년)\s{0,2}(\d{1,2})\s?(?:[-/.]|月|월)\s{0,2}(\d{1,2})(?!\d)(?:日|일|號|号)?/;
const compact = /(?<!\d)(\d{4})(\d{2})(\d{2})(?=T\d|\D|$)/;
const yearLast = /(?<![\d.,/-])(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{4})(?!\d)/;
const shortYear = /(?<![\d.,/:-])(\d{1,2})([-/.])(\d{1,2})\2(\d{2})(?![\d.,/:-])/;
const word = "([\\p{L}\\p{M}][\\p{L}\\p{M}.]{1,14})";
const dayMonth = new RegExp(
  `(?<![\\d.,/:-])(\\d{1,2})(?:st|nd|rd|th|er|\\.|º|ª|-?го|,)?[\\s-]{0,3}(?:de |of |do )?${word},?[\\s./-]{0,3}(?:de |del |do |von )?[’']?(\\d{4}|\\d{2}(?=\\s|$|,|\\)))(?!\\d)`,
  "u",
);
const monthDay = new RegExp(
  `${word}[\\s-]{0,3}(\\d{1,2})(?:st|nd|rd|th|\\.)?(?:\\s?,\\s?|\\s+|\\s?-\\s?)(?:\\d{1,2}:\\d{2}(?::\\d{2})?\\s\\S{1,12}\\s)?(\\d{4})(?!\\d)`,
  "u",
);
const yearMonthDay = new RegExp(`(?<!\\d)(\\d{4})[.,]?[\\s-]{1,2}(?:m\\. )?${word}[\\s-]{1,2}(\\d{1,2})(?!\\d)`, "u");
const vietnamese = /(?<!\d)(\d{1,2}) tháng (\d{1,2}),? (?:năm )?(\d{4})(?!\d)/u;
const clock =
  /^(?:(?:T|[\s,|·•@–—-]|,?\s?(?:at|um|à|a las|alle|às|om|kl\.?|klo|o|в|ore|saat)\s){1,3}|\s*\(?[\p{L}.]{1,4}\)?\s*)(\d{1,2})(?:[:h]|\.(?=\d\d(?!\d|\.\d)))(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?([ap]\.?m\b\.?)?\s?(?:(Z\b|UTC|GMT)?\s?([+-]\d{2}):?(\d{2})?|(Z\b|UTC\b|GMT\b))?/iu;

/** Possible years of a page: before the web for scanned papers, after today for events. */
const firstYear = 1900;
const lastYear = 2100;

/**
 * The first date in a text as ISO 8601: `YYYY-MM-DD`, with the time and offset if the text gives them. The calendar
 * day is the one written; nothing is moved between time zones. Dates in words are known in some thirty languages.
 *
 * @param loose Whether years of two digits count.
 * @returns null if the text has no full date.
 *
 * @example
 * parseDate("Montag, 3. März 2014, 10:15 Uhr"); // "2014-03-03T10:15"
 */
export function parseDate(text: string, order: DayOrder = "day-first", loose = false): string | null {
  if (!/\d/.test(text)) return null;
  const trimmed = text.slice(0, 300).normalize("NFKC").trim();
  const epoch = /^\d{10}(?:\d{3})?$/.exec(trimmed);
  if (epoch !== null) return fromEpoch(Number(trimmed) * (trimmed.length === 10 ? 1000 : 1));
  const parts = findParts(trimmed, order, loose);
  return parts === undefined ? null : isoDay(parts) + isoTime(parts.rest);
}

function findParts(text: string, order: DayOrder, loose: boolean): Parts | undefined {
  let first: Parts | undefined;
  let at = Number.POSITIVE_INFINITY;
  const consider = (
    match: RegExpExecArray | null,
    year: string | undefined,
    month: number,
    day: string | undefined,
  ) => {
    if (match === null || match.index >= at) return;
    const parts = checked(Number(year), month, Number(day), text.slice(match.index + match[0].length));
    if (parts === undefined) return;
    first = parts;
    at = match.index;
  };
  let match = yearFirst.exec(text);
  consider(match, match?.[1], Number(match?.[2]), match?.[3]);
  // Nothing precedes the first character.
  if (at === 0) return first;
  match = compact.exec(text);
  if (match !== null && (match.index === 0 || loose)) consider(match, match[1], Number(match[2]), match[3]);
  match = yearLast.exec(text);
  if (match !== null) considerNumeric(match, match[4]);
  match = vietnamese.exec(text);
  consider(match, match?.[3], Number(match?.[2]), match?.[1]);
  if (/\p{L}/u.test(text)) {
    match = dayMonth.exec(text);
    consider(match, fullYear(match?.[3]), monthNumber(match?.[2] ?? ""), match?.[1]);
    match = monthDay.exec(text);
    consider(match, match?.[3], monthNumber(match?.[1] ?? ""), match?.[2]);
    match = yearMonthDay.exec(text);
    consider(match, match?.[1], monthNumber(match?.[2] ?? ""), match?.[3]);
  }
  if (first === undefined && loose) {
    match = shortYear.exec(text);
    if (match !== null) considerNumeric(match, fullYear(match[4]) as string);
  }
  return first;

  function considerNumeric(found: RegExpExecArray, year: string): void {
    const [a, b] = [Number(found[1]), Number(found[3])];
    const monthFirst = b > 12 || (a <= 12 && order === "month-first" && found[2] !== ".");
    consider(found, year, monthFirst ? a : b, String(monthFirst ? b : a));
  }
}

function fullYear(year: string | undefined): string | undefined {
  if (year === undefined || year.length !== 2) return year;
  return (Number(year) < 70 ? "20" : "19") + year;
}

function checked(written: number, month: number, day: number, rest: string): Parts | undefined {
  // The Buddhist era of Thai pages is 543 years ahead.
  const year = written >= 2500 && written <= 2643 ? written - 543 : written;
  if (!(year >= firstYear && year <= lastYear && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return undefined;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  return { year, month, day, rest };
}

function isoDay({ year, month, day }: Parts): string {
  return `${year}-${two(month)}-${two(day)}`;
}

function isoTime(rest: string): string {
  const match = clock.exec(rest);
  if (match === null) return "";
  const afternoon = match[4]?.toLowerCase().startsWith("p");
  let hour = Number(match[1]);
  if (match[4] !== undefined) hour = (hour % 12) + (afternoon ? 12 : 0);
  const minute = Number(match[2]);
  const second = Number(match[3] ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return "";
  const seconds = match[3] === undefined ? "" : `:${match[3]}`;
  return `T${two(hour)}:${two(minute)}${seconds}${isoOffset(match)}`;
}

function isoOffset(match: RegExpExecArray): string {
  if (match[6] !== undefined) return Number(match[6]) <= 14 ? `${match[6]}:${match[7] ?? "00"}` : "";
  return match[5] !== undefined || match[8] !== undefined ? "Z" : "";
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

function fromEpoch(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  return year >= 1980 && year <= lastYear ? date.toISOString().replace(".000Z", "Z") : null;
}
