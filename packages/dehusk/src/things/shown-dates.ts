import { numericDate, parseDate, writtenOrder } from "../extract/index.ts";
import { attribute, isShown, type Page, tagName, tagNumber } from "../page/index.ts";
import { namesOf } from "./part-names.ts";

const unit =
  "(?:s|secs?|seconds?|m|mo|mos|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|months?|y|yrs?|years?|sekunden?|minuten?|" +
  "stunden?|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?|heures?|jours?|mois|ans?|horas?|días?|mes(?:es)?|años?)";
const ago = new RegExp(
  `(?:^|\\W)(?:(?:\\d{1,3}|an?|one)\\+?\\s?${unit}\\s(?:ago|temu)\\b|(?:vor|il y a|hace)\\s(?:\\d{1,3}|eine[mr]?)\\s${unit}\\b|yesterday|just now|gestern|heute)`,
  "iu",
);
const bare = new RegExp(`^\\d{1,3}\\s?${unit}$`, "iu");
const dated = / (?:date|time|timestamp|datetime|posted|published|created|age|when|ago|relativetime) /;

/** A date that an element shows or is stamped with, as ISO 8601 or as written ("3 days ago"); undefined for none. */
export function dateOf(page: Page, node: number): string | undefined {
  const length = page.textTo[page.end[node]] - page.textFrom[node];
  if (length > 60) return undefined;
  const isNamed = tagName(page, node) === "time" || dated.test(namesOf(page, node));
  const stamp =
    attribute(page, node, "datetime") ??
    attribute(page, node, "data-time") ??
    attribute(page, node, "data-timestamp") ??
    attribute(page, node, "ts") ??
    attribute(page, node, "content") ??
    attribute(page, node, "title");
  if (stamp !== undefined && stamp.length <= 60) {
    const date = parseDate(stamp);
    if (date !== null && (isNamed || attribute(page, node, "datetime") !== undefined || length < 30)) return date;
  }
  if (length < 2 || !isShown(page, node)) return undefined;
  const text = page.text.slice(page.textFrom[node], page.textTo[page.end[node]]).trim();
  const date = /\d/.test(text) ? parseDate(withCentury(text), orderOf(page)) : null;
  if (date !== null && (isNamed || text.length <= 40)) return date;
  if (text.length > 40) return undefined;
  return isNamed && bare.test(text) ? text : ago.exec(text)?.[0].trim();
}

type DayOrder = "day-first" | "month-first";
const orders = new WeakMap<Page, DayOrder>();

/** How the dates of a page are read: as some of them tell, with the day first if they are of one month, else by the language. */
function orderOf(page: Page): DayOrder {
  const known = orders.get(page);
  if (known !== undefined) return known;
  const dates = [...page.text.matchAll(numericDate)];
  const distinct = (part: number) => new Set(dates.map((date) => Number(date[part]))).size;
  const isOfOneMonth = distinct(1) >= 3 && distinct(3) === 1;
  const language = attribute(page, page.tag.indexOf(tagNumber("html")), "lang") ?? "en";
  const usual = isOfOneMonth || !/^en\b/i.test(language) ? "day-first" : "month-first";
  const order = writtenOrder(page.text) ?? usual;
  orders.set(page, order);
  return order;
}

/** "11.04.21, 18:30" with its year in full: with a time of day it is a date for sure. */
function withCentury(text: string): string {
  return text.replace(/(?<![\d.])(\d\d?\.\d\d?\.)(\d\d)(?=,?\s{1,3}\d\d?:\d\d)/, "$120$2");
}

/** The date in a text node that has little else. */
export function dateInText(page: Page, text: string): string | undefined {
  if (text.length < 6 || text.length > 80 || !/\d/.test(text)) return undefined;
  const bareText = text.trim();
  if (bareText.length > 50) return undefined;
  return parseDate(withCentury(bareText), orderOf(page)) ?? ago.exec(bareText)?.[0].trim();
}
