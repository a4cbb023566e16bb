import type { JsonObject } from "../extract/index.ts";
import { isElement, type Page, resolveLink, tagName } from "../page/index.ts";
import { buyingPlaces, isNotForSale, readCard } from "./buying.ts";
import { objectIn, textsIn } from "./marked-things.ts";
import { plainNumber, shownPrices, sure } from "./product-price.ts";
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

/** A product with a price, as shown, completed by what is marked up; undefined where there is none. */
export function readProduct(
  page: Page,
  lines: readonly Line[],
  marked: JsonObject | undefined,
  title: { readonly text: string | null; readonly node: number },
): Product | undefined {
  const offer = objectIn(marked?.["offers"]);
  const card = readCard(page);
  const declared = declaredPrice(offer) ?? card.price;
  const buttons = buyingPlaces(page, lines);
  const shown = shownPrices(page, title.node, buttons, title.text);
  // Of the prices that are shown, what is declared tells which it is; a price far from the headline may be another's.
  const chosen =
    shown.find(({ price }) => Number(price) === Number(declared ?? Number.NaN)) ??
    (declared === null || (shown[0]?.doubt ?? sure) < sure ? shown[0] : undefined);
  const isShop = buttons.length > 0 || chosen?.isHeadPrice || lines.some(({ text }) => isNotForSale(text));
  const isTold = marked !== undefined || card.isProduct;
  if (!isTold && (chosen === undefined || chosen.inCards || !isShop)) return undefined;
  const rating = objectIn(marked?.["aggregateRating"]);
  return {
    name: title.text ?? textsIn(marked?.["name"])[0] ?? null,
    price: chosen?.price ?? declared,
    currency: textsIn(offer?.["priceCurrency"])[0] ?? card.currency ?? chosen?.currency ?? null,
    availability: availabilityOf(textsIn(offer?.["availability"])[0]) ?? shownAvailability(lines),
    rating: rating === undefined ? shownRating(lines) : declaredRating(rating),
    facts: factsOf(page),
    pictures: [
      ...new Set(textsIn(marked?.["image"], ["url", "contentUrl", "@id"]).map((address) => resolveLink(page, address))),
    ].slice(0, 20),
  };
}

function declaredPrice(offer: JsonObject | undefined): string | null {
  const [text] = textsIn(offer?.["price"] ?? offer?.["lowPrice"] ?? objectIn(offer?.["priceSpecification"])?.["price"]);
  return text === undefined ? null : plainNumber(text);
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
