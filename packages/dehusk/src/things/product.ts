import type { JsonObject } from "../extract/index.ts";
import { attribute, isElement, isShown, type Page, resolveLink, tagName } from "../page/index.ts";
import { objectIn, textsIn } from "./marked-things.ts";
import { namesOf } from "./part-names.ts";
import type { Line } from "./sections.ts";

export interface Product {
  readonly name: string | null;
  /** A number as a string, with a point: "1299.00". */
  readonly price: string | null;
  /** ISO 4217 where it can be told. */
  readonly currency: string | null;
  readonly availability: "in stock" | "out of stock" | "preorder" | null;
  readonly rating: { readonly value: number; readonly best: number; readonly count: number | null } | null;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly pictures: readonly string[];
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
  R$: "BRL",
};
const sign = "(?:US\\$|CA\\$|C\\$|AU?\\$|R\\$|[$€£¥₹₩₽₺]|zł|EUR|USD|GBP|CHF|CAD|AUD|SEK|NOK|DKK|PLN|JPY|INR)";
const money = new RegExp(`(${sign})\\s?(\\d[\\d.,’' ]*\\d|\\d)|(\\d[\\d.,’' ]*\\d|\\d)\\s?(${sign})(?![\\p{L}])`, "iu");
const struck =
  / (?:old|was|regular|compare|list|msrp|strike|strikethrough|original|rrp|uvp|shipping|monthly|from|save|saving|discount) /;

/** A product with a price, as shown, completed by what is marked up; undefined where there is none. */
export function readProduct(
  page: Page,
  lines: readonly Line[],
  marked: JsonObject | undefined,
  title: { readonly text: string | null; readonly node: number },
): Product | undefined {
  const shown = shownPrice(page, title.node);
  const offer = objectIn(marked?.["offers"]);
  const declared = textsIn(
    offer?.["price"] ?? offer?.["lowPrice"] ?? objectIn(offer?.["priceSpecification"])?.["price"],
  )[0];
  const isShop =
    lines.some(
      ({ text }) =>
        text.length < 40 &&
        /^(?:add to (?:cart|bag|basket)|buy now|in den (?:warenkorb|einkaufswagen)|ajouter au panier|añadir al carrito|aggiungi al carrello|do koszyka|sold out|out of stock|notify me)/iu.test(
          text,
        ),
    ) || hasCartButton(page);
  if (marked === undefined && !(isShop && shown !== undefined)) return undefined;
  const rating = objectIn(marked?.["aggregateRating"]);
  return {
    name: title.text ?? textsIn(marked?.["name"])[0] ?? null,
    price: shown?.price ?? (declared === undefined ? null : plainNumber(declared)),
    currency: textsIn(offer?.["priceCurrency"])[0] ?? shown?.currency ?? null,
    availability: availabilityOf(textsIn(offer?.["availability"])[0]) ?? shownAvailability(lines),
    rating: rating === undefined ? shownRating(lines) : declaredRating(rating),
    facts: factsOf(page),
    pictures: [
      ...new Set(textsIn(marked?.["image"], ["url", "contentUrl", "@id"]).map((address) => resolveLink(page, address))),
    ].slice(0, 20),
  };
}

/** The first price after the headline that is neither struck out nor of something else. */
function shownPrice(page: Page, headline: number): { price: string; currency: string | null } | undefined {
  const start = Math.max(1, headline);
  let found: { price: string; currency: string | null } | undefined;
  let best = Number.POSITIVE_INFINITY;
  for (let node = 1; node < page.size; node++) {
    if (!isElement(page, node) || !isShown(page, node)) continue;
    const length = page.textTo[page.end[node]] - page.textFrom[node];
    if (length < 2 || length > 60) continue;
    const names = namesOf(page, node);
    const isNamed = / (?:price|prices|amount|preis|prix|precio|money|cost) /.test(names);
    const text = page.text.slice(page.textFrom[node], page.textTo[page.end[node]]).trim();
    const match = money.exec(text);
    if (match === null || struck.test(names) || ["del", "s", "strike"].includes(tagName(page, node))) continue;
    if (holdsStruck(page, node)) continue;
    if (struck.test(namesOf(page, page.parent[node])) || (!isNamed && text.length > 14)) continue;
    const distance = node - start;
    const far = (distance >= 0 ? distance : 2000 - distance) + (isNamed ? 0 : 500);
    if (far >= best) continue;
    const price = plainNumber(match[2] ?? match[3]);
    if (price === null || Number(price) === 0) continue;
    const unit = match[1] ?? match[4];
    found = { price, currency: signs[unit] ?? (/^[A-Z]{3}$/i.test(unit) ? unit.toUpperCase() : null) };
    best = far;
  }
  return found;
}

function holdsStruck(page: Page, node: number): boolean {
  for (let i = node + 1; i < page.end[node]; i++)
    if (isElement(page, i) && (["del", "s", "strike"].includes(tagName(page, i)) || struck.test(namesOf(page, i))))
      return true;
  return false;
}

/** "1.299,00" and "1,299.00" are 1299.00. */
export function plainNumber(text: string): string | null {
  const bare = text.replace(/[^\d.,]/g, "").replace(/^[.,]+|[.,]+$/g, "");
  if (bare === "") return null;
  const last = Math.max(bare.lastIndexOf("."), bare.lastIndexOf(","));
  const decimals = last < 0 ? 0 : bare.length - last - 1;
  const isDecimal = last >= 0 && (decimals !== 3 || (bare.includes(".") && bare.includes(",")));
  const whole = (isDecimal ? bare.slice(0, last) : bare).replace(/[.,]/g, "");
  return isDecimal ? `${whole || "0"}.${bare.slice(last + 1)}` : whole;
}

function hasCartButton(page: Page): boolean {
  for (let node = 1; node < page.size; node++) {
    const tag = tagName(page, node);
    if (tag !== "button" && tag !== "input" && tag !== "form") continue;
    const names = `${namesOf(page, node)} ${attribute(page, node, "name") ?? ""} ${attribute(page, node, "value") ?? ""} ${attribute(page, node, "action") ?? ""}`;
    if (/add.?to.?(?:cart|bag|basket)|\/cart\/add|warenkorb|buy.?now/i.test(names)) return true;
  }
  return false;
}

function availabilityOf(text: string | undefined): Product["availability"] {
  if (text === undefined) return null;
  if (/preorder|presale/i.test(text)) return "preorder";
  if (/outofstock|soldout|discontinued|backorder/i.test(text)) return "out of stock";
  return /instock|limited|online/i.test(text) ? "in stock" : null;
}

function shownAvailability(lines: readonly Line[]): Product["availability"] {
  for (const { text } of lines) {
    if (text.length > 50) continue;
    if (/\b(?:pre-?order|vorbestell)/iu.test(text)) return "preorder";
    if (
      /\b(?:out of stock|sold out|currently unavailable|ausverkauft|nicht (?:lieferbar|verfügbar)|épuisé|agotado|esaurito)\b/iu.test(
        text,
      )
    )
      return "out of stock";
    if (/\b(?:in stock|auf lager|sofort lieferbar|lieferbar|en stock|disponible|disponibile)\b/iu.test(text))
      return "in stock";
  }
  return null;
}

function declaredRating(rating: JsonObject): Product["rating"] {
  const number = (key: string) => Number.parseFloat((textsIn(rating[key])[0] ?? "").replace(",", "."));
  const value = number("ratingValue");
  if (Number.isNaN(value)) return null;
  const count = Number.isNaN(number("reviewCount")) ? number("ratingCount") : number("reviewCount");
  return { value, best: number("bestRating") || 5, count: Number.isNaN(count) ? null : count };
}

function shownRating(lines: readonly Line[]): Product["rating"] {
  for (const { text } of lines) {
    if (text.length > 80) continue;
    const match =
      /(\d(?:[.,]\d{1,2})?)\s?(?:out of|von|of|sur|\/)\s?(5|10)\b(?:.{0,20}?([\d,.]+)\s?(?:reviews?|ratings?|bewertungen|avis))?/iu.exec(
        text,
      );
    if (match === null) continue;
    const count = match[3] === undefined ? null : Number(match[3].replace(/[.,]/g, ""));
    return { value: Number(match[1].replace(",", ".")), best: Number(match[2]), count };
  }
  return null;
}

const mostFacts = 60;

/** Names and values in tables of two columns and in lists of definitions. */
function factsOf(page: Page): { name: string; value: string }[] {
  const facts: { name: string; value: string }[] = [];
  for (let node = 1; node < page.size && facts.length < mostFacts; node++) {
    if (!isElement(page, node)) continue;
    const tag = tagName(page, node);
    if (tag !== "tr" && tag !== "dt") continue;
    let name = "";
    let value = "";
    if (tag === "dt") {
      const next = page.end[node];
      let at = next;
      while (at < page.size && !isElement(page, at) && page.parent[at] === page.parent[node]) at++;
      if (at >= page.size || tagName(page, at) !== "dd") continue;
      name = textAt(page, node);
      value = textAt(page, at);
    } else {
      const cells: number[] = [];
      for (let i = node + 1; i < page.end[node]; i++) {
        const cell = tagName(page, i);
        if (cell === "td" || cell === "th") {
          cells.push(i);
          i = page.end[i] - 1;
        }
      }
      if (cells.length !== 2 || tagName(page, cells[1]) === "th") continue;
      name = textAt(page, cells[0]);
      value = textAt(page, cells[1]);
    }
    if (name !== "" && value !== "" && name.length <= 60 && value.length <= 300)
      facts.push({ name: name.replace(/\s*:$/, ""), value });
  }
  return facts;
}

function textAt(page: Page, node: number): string {
  return page.text.slice(page.textFrom[node], page.textTo[page.end[node]]).replace(/\s+/g, " ").trim();
}
