import { isElement, isShown, type Page, tagName } from "../page/index.ts";
import { namesOf, shapeOf } from "./part-names.ts";

/** A price that a page shows. */
export interface ShownPrice {
  /** A number as a string, with a point. */
  readonly price: string;
  readonly currency: string | null;
  /** How unlikely it is to be the price of what the page is about; below `sure` it is hardly another's. */
  readonly doubt: number;
  /** Whether it stands by itself right below the headline. */
  readonly isHeadPrice: boolean;
  /** Whether it is one of many, in cards of the same make. */
  readonly inCards: boolean;
}

const signs: Readonly<Record<string, string>> = {
  $: "USD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₩": "KRW",
  "₽": "RUB",
  zł: "PLN",
  "₺": "TRY",
  US$: "USD",
  CA$: "CAD",
  C$: "CAD",
  A$: "AUD",
  AU$: "AUD",
  NZ$: "NZD",
  R$: "BRL",
};
const sign =
  "(?:US\\$|CA\\$|C\\$|AU?\\$|NZ\\$|R\\$|[$€£¥₹₩₽₺]|zł|EUR|USD|GBP|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|JPY|INR)";
const money = new RegExp(`(${sign})\\s?(\\d[\\d.,’' ]*\\d|\\d)|(\\d[\\d.,’' ]*\\d|\\d)\\s?(${sign})(?![\\p{L}])`, "iu");
const named = / (?:price|prices|pricing|amount|preis|prix|precio|prezzo|money|cost) /;
const other =
  / (?:old|was|regular|compare|list|msrp|strike|strikethrough|crossed|original|rrp|uvp|shipping|delivery|monthly|installments?|from|save|saving|savings|rewards?|(?<!to )cart|minicart|(?<!to )basket|range) /;
/** What stands right before a price that is another's, and before one that is the page's own. */
const otherLabel =
  /(?:list(?: price)?|was|reg(?:ular)?\.?(?: price)?|r\.?r\.?p\.?|m\.?s\.?r\.?p\.?|retail(?: price)?|statt|uvp|save|savings|you save|shipping|from|ab|over|orders?|above|under|versand|month|per|compare at)\s*:?\s*$/iu;
const ownLabel = /(?:price|now|sale|today|only|preis|prix|precio|prezzo|cena|our price|total)\s*:?\s*$/iu;

/** What stands right after a price that is paid again and again. */
const again =
  /^\s*(?:\/|per\b|every|each|an?\b|pro|im|je|par|al)\s*(?:\d+\s*)?(?:mo\b|months?|weeks?|years?|days?|monat|woche|jahr|mois|mes)/iu;

export const sure = 9;

/** Characters between a price and the button that buys, and between a headline and a price that belongs to it. */
const beforeButton = 400;
const belowHeadline = 300;

/**
 * The prices that a page shows, the likeliest first: near below the headline, shortly before a button that buys, named
 * or labelled as a price, neither struck out nor one of many in cards of the same make.
 *
 * @param buttons Where in the text something can be bought.
 * @param name What the page is about.
 */
export function shownPrices(
  page: Page,
  headline: number,
  buttons: readonly number[],
  name: string | null,
): ShownPrice[] {
  const start = page.textFrom[Math.max(1, headline)];
  const ownName = name?.toLowerCase();
  const found: ShownPrice[] = [];
  let within = 0;
  for (let node = 1; node < page.size && found.length < 200; node++) {
    if (node < within || !isElement(page, node) || !isShown(page, node)) continue;
    const from = page.textFrom[node];
    const text = page.text.slice(from, page.textTo[page.end[node]]).trim();
    if (text.length < 2 || text.length > 60) continue;
    const match = money.exec(text);
    if (match === null) continue;
    if (isStruck(page, node)) {
      within = page.end[node];
      continue;
    }
    if (holdsStruck(page, node)) continue;
    const isNamed = named.test(namesOf(page, node)) || named.test(namesOf(page, page.parent[node]));
    if (!isNamed && text.length > 24) continue;
    const price = plainNumber(match[2] ?? match[3]);
    if (price === null || Number(price) === 0) continue;
    // What stands before it: in its own text, or else right above.
    const before = match.index > 0 ? text.slice(0, match.index) : page.text.slice(Math.max(0, from - 24), from);
    if (otherLabel.test(before.trimEnd())) {
      within = page.end[node];
      continue;
    }
    const distance = from - start;
    const inCards = isInCards(page, node, ownName);
    const above = page.text.slice(Math.max(0, from - 200), from).trimEnd();
    const doubt =
      Math.log2(1 + Math.abs(distance)) +
      (distance < 0 ? 3 : 0) +
      (again.test(page.text.slice(page.text.indexOf(match[0], from) + match[0].length, from + 90)) ? 4 : 0) +
      (isNamed ? 0 : 2) -
      (buttons.some((place) => place >= from && place - from < beforeButton) ? 3 : 0) -
      (ownLabel.test(before.trimEnd()) ? 1.5 : 0) -
      (ownName !== undefined && above.toLowerCase().endsWith(ownName) ? 3 : 0) +
      (inCards ? 6 : 0);
    const unit = match[1] ?? match[4];
    const currency = signs[unit] ?? (/^[A-Z]{3}$/i.test(unit) ? unit.toUpperCase() : null);
    const isApart = isNamed || match[0].length === text.length;
    const isHeadPrice = headline > 0 && isApart && distance >= 0 && distance < belowHeadline;
    found.push({ price, currency, doubt, inCards, isHeadPrice });
    within = page.end[node];
  }
  return found.sort((a, b) => a.doubt - b.doubt);
}

function isStruck(page: Page, node: number): boolean {
  return ["del", "s", "strike"].includes(tagName(page, node)) || other.test(namesOf(page, node));
}

function holdsStruck(page: Page, node: number): boolean {
  for (let i = node + 1; i < page.end[node]; i++) if (isElement(page, i) && isStruck(page, i)) return true;
  return false;
}

/**
 * Whether a price is in one of several cards of the same make, each with a price and a link: other products, unless
 * the card has the name of what the page is about, beside cards of bundles with it.
 */
function isInCards(page: Page, node: number, name: string | undefined): boolean {
  for (let up = page.parent[node], step = 0; up > 0 && step < 8; up = page.parent[up], step++) {
    if (page.textTo[page.end[up]] - page.textFrom[up] > 600) return false;
    const shape = shapeOf(page, up);
    const list = page.parent[up];
    let alike = 0;
    for (let sibling = list + 1; sibling < page.end[list] && alike < 3; sibling = page.end[sibling])
      if (isElement(page, sibling) && shapeOf(page, sibling) === shape && isCard(page, sibling)) alike++;
    if (alike >= 3) return !isNamed(page, up, name);
  }
  return false;
}

function isNamed(page: Page, node: number, name: string | undefined): boolean {
  const lines = page.text.slice(page.textFrom[node], page.textTo[page.end[node]]).toLowerCase().split("\n");
  return lines.some((line) => line.trim().replace(/^(?:buy|order|get|acheter|comprar)\s/, "") === name);
}

function isCard(page: Page, node: number): boolean {
  const { links } = page.sums;
  if (links[page.end[node]] === links[node]) return false;
  const text = page.text.slice(page.textFrom[node], page.textTo[page.end[node]]);
  return text.length > 12 && text.length < 1000 && money.test(text);
}

/** Longest text of a price, with its currency and white space. */
const longestPrice = 100;

/** "1.299,00" and "1,299.00" are 1299.00. */
export function plainNumber(text: string): string | null {
  if (text.length > longestPrice) return null;
  const bare = text.replace(/[^\d.,]/g, "").replace(/^[.,]+|[.,]+$/g, "");
  if (bare === "") return null;
  const last = Math.max(bare.lastIndexOf("."), bare.lastIndexOf(","));
  const decimals = last < 0 ? 0 : bare.length - last - 1;
  const isDecimal = last >= 0 && (decimals !== 3 || (bare.includes(".") && bare.includes(",")));
  const whole = (isDecimal ? bare.slice(0, last) : bare).replace(/[.,]/g, "");
  return isDecimal ? `${whole || "0"}.${bare.slice(last + 1)}` : whole;
}
