import { attribute, type Page, tagName } from "../page/index.ts";
import { plainNumber } from "./product-price.ts";
import type { Line } from "./sections.ts";

const buying =
  /add[^a-z]{0,3}(?:[a-z]+ ){0,3}to[^a-z]{0,3}(?:my[^a-z]{0,3})?(?:shopping[^a-z]{0,3})?(?:cart|bag|basket|trolley)|buy[^a-z]{0,3}(?:it[^a-z]{0,3})?now|in den (?:warenkorb|einkaufswagen)|warenkorb|ajouter au panier|(?:añadir|agregar) al carrito|aggiungi al carrello|adicionar ao carrinho|in winkelwagen|lägg i (?:varukorg|kundvagn)|do košíku|(?:dodaj )?do koszyka|カートに入れる|加入购物车/iu;
const notForSale = /^(?:sold out|out of stock|notify me|currently unavailable|ausverkauft|discontinued)/iu;

export function isNotForSale(text: string): boolean {
  return text.length < 40 && notForSale.test(text);
}

/** What a page tells messengers of a product: `og:type`, `product:price:amount`. */
export interface Card {
  readonly isProduct: boolean;
  readonly price: string | null;
  readonly currency: string | null;
}

export function readCard(page: Page): Card {
  let isProduct = false;
  let price: string | null = null;
  let currency: string | null = null;
  for (let node = 1; node < page.size && tagName(page, node) !== "body"; node++) {
    if (tagName(page, node) !== "meta") continue;
    const property = attribute(page, node, "property")?.toLowerCase() ?? "";
    const content = attribute(page, node, "content")?.trim() ?? "";
    if (content === "" || content.length > 20) continue;
    if (property === "og:type") isProduct ||= /^(?:og:)?product(?:\.item)?$/i.test(content);
    const match = /^(?:product|og):price(?::(amount|currency))?$/.exec(property);
    if (match === null) continue;
    if (match[1] === "currency") currency ??= content;
    else if (Number(plainNumber(content)) > 0) price ??= plainNumber(content);
  }
  return { isProduct: isProduct || price !== null, price, currency };
}

/** Where in the text something can be bought: a line or a button, which may be a picture, says so. */
export function buyingPlaces(page: Page, lines: readonly Line[]): number[] {
  const told = lines.filter(({ text }) => text.length < 40 && buying.test(text));
  return [...told.map(({ node }) => page.textFrom[node]), ...cartButtons(page)];
}

const buttons = new Set(["button", "input", "form", "a", "img"]);
const buttonNames = ["class", "id", "name", "value", "action", "alt", "title", "src", "aria-label"];

function cartButtons(page: Page): number[] {
  const places: number[] = [];
  for (let node = 1; node < page.size; node++) {
    const tag = tagName(page, node);
    if (!buttons.has(tag)) continue;
    for (const { name, value } of page.attributes[node])
      if (buttonNames.includes(name) && value.length < 300 && (buying.test(value) || /\/cart\/add/i.test(value)))
        places.push(page.textFrom[node]);
  }
  return places;
}
