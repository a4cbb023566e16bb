import { expect, test } from "vitest";
import { plainNumber } from "./product-price.ts";
import { things } from "./things.ts";

test("a product from what the page shows", () => {
  const { product } = things(`<title>Kettle</title><h1>Heron kettle</h1><span class="old-price">€ 90,00</span>
    <span class="price">€ 74,50</span><p>In stock</p><form action="/cart/add"><button>Add to cart</button></form>
    <p>4.6 out of 5 (38 reviews)</p><table><tr><th>Weight</th><td>980 g</td></tr></table>`);
  expect(product).toMatchObject({
    name: "Heron kettle",
    price: "74.50",
    currency: "EUR",
    availability: "in stock",
    rating: { value: 4.6, best: 5, count: 38 },
    facts: [{ name: "Weight", value: "980 g" }],
  });
});

test.each([
  ["after a slogan", "<title>The finest flour | Rye flour | Acme</title>", "<h1>Rye flour</h1>"],
  ["before its colour", '<meta property="og:title" content="Hand mill - Oak">', "<h1>Hand mill</h1><h3>Oak</h3>"],
  ["not yet shown", "<title>The finest flour | Rye flour | Acme</title>", '<h1 style="display: none">Rye flour</h1>'],
])("the name of a product in the title of its page: %s", (_, head, headings) => {
  const { product } = things(
    `<head><meta property="og:type" content="product">${head}</head>${headings}<p>Price: $ 12.00</p>`,
  );
  expect(product?.name).toBe(/<h1[^>]*>(.*?)</.exec(headings)?.[1]);
});

test("a shop's name in the heading is not the product's", () => {
  const head = '<title>Rye flour | Acme</title><meta property="og:site_name" content="Acme">';
  const { product } = things(
    `<head><meta property="og:type" content="product">${head}</head><h1>Acme</h1><h2>Rye flour</h2><p>Price: $ 12.00</p>`,
  );
  expect(product?.name).toBe("Rye flour");
});

test("markup fills what a product does not show", () => {
  const marked = {
    "@type": "Product",
    name: "Kettle",
    image: "/k.jpg",
    offers: { price: 12, priceCurrency: "CHF", availability: "https://schema.org/OutOfStock" },
  };
  const html = `<script type="application/ld+json">${JSON.stringify(marked)}</script><h1>Kettle</h1>`;
  expect(things(html, { url: "https://shop.example/kettle" }).product).toMatchObject({
    price: "12",
    currency: "CHF",
    availability: "out of stock",
    pictures: ["https://shop.example/k.jpg"],
  });
});

test.each([
  ["1.299,00", "1299.00"],
  ["1,299.00", "1299.00"],
  ["1,299", "1299"],
  ["74,5", "74.5"],
  ["12", "12"],
  ["x", null],
])("the number of %s", (text, number) => expect(plainNumber(text)).toBe(number));

test("a recipe by its headings, ingredients by group", () => {
  const { recipe } =
    things(`<h1>Plum cake</h1><p>Serves 8</p><h2>Ingredients</h2><h3>For the plums</h3><ul><li>600 g plums</li><li>50 g sugar</li></ul>
    <h3>For the cake</h3><ul><li>120 g butter</li></ul><h2>Method</h2><ol><li>Heat the oven to 175 degrees.</li><li>Bake it for forty minutes.</li></ol><h2>Notes</h2><p>Keeps for three days in a tin.</p>`);
  expect(recipe?.groups).toEqual([
    { name: "For the plums", ingredients: ["600 g plums", "50 g sugar"] },
    { name: "For the cake", ingredients: ["120 g butter"] },
  ]);
  expect(recipe?.steps).toEqual(["Heat the oven to 175 degrees.", "Bake it for forty minutes."]);
  expect(recipe?.yield).toBe("8");
});

test("microdata is read as JSON-LD is", () => {
  const { recipe } = things(
    `<div itemscope itemtype="https://schema.org/Recipe"><span itemprop="name">Tea</span><meta itemprop="recipeIngredient" content="1 leaf"><meta itemprop="recipeIngredient" content="water"><time itemprop="cookTime" datetime="PT4M"></time></div>`,
  );
  expect(recipe).toMatchObject({
    name: "Tea",
    cookTime: "PT4M",
    groups: [{ name: "", ingredients: ["1 leaf", "water"] }],
  });
});

test("an event by its labels, or by markup", () => {
  expect(things("<h1>Mill day</h1><p>Date: 3 May 2026</p><p>Location: Upper Wend Mill</p>").event).toMatchObject({
    name: "Mill day",
    start: "2026-05-03",
    place: "Upper Wend Mill",
  });
  expect(things("<h1>Mill day</h1><p>It rained.</p>").event).toBeUndefined();
});

test("questions are headings that ask", () => {
  const html = ["Why corn?", "When to sow?", "Who eats it?"].map((text) => `<h3>${text}</h3><p>Because of this.</p>`);
  expect(things(`<h1>FAQ</h1>${html.join("")}<h3>Contact</h3><p>Write to us.</p>`).questions).toEqual([
    { question: "Why corn?", answer: "Because of this." },
    { question: "When to sow?", answer: "Because of this." },
    { question: "Who eats it?", answer: "Because of this." },
  ]);
});

test("a product beside bundles with it: its own name and price, not those of the bundles, and not by the month", () => {
  const offer = (name: string, price: string) =>
    `<div class="offer" id="section_add_to_cart"><h2>${name}</h2><p><a href="/x">What is in it</a></p><div class="price">${price}</div><a href="/buy">Add to cart</a></div>`;
  const html = `<title>Heron Kettle on Acme</title><div role="heading" aria-level="1">Heron Kettle</div><p>${"It boils a litre of water in two minutes. ".repeat(20)}</p><div class="price">$5.00 every month</div><div>${offer("Breakfast for six guests", "$90.00")}${offer("All that a tea house needs", "$60.00")}${offer("Buy Heron Kettle", "$40.00")}</div>`;
  expect(things(html).product).toMatchObject({ name: "Heron Kettle", price: "40.00" });
});
