/**
 * How well things are read from what a page shows: schema.org markup is taken out of the page and is the truth.
 *
 *     node things.mjs --data FOLDER [--sets recipes,wcxb] [--limit N]
 *
 * Fields are compared as sets of folded texts; F1 per field, over all pages that declare it. Run after a build.
 */

import { parseArgs } from "node:util";
import { readSet, sampleEvenly } from "./data-sets.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    sets: { type: "string", default: "recipes,wcxb" },
    limit: { type: "string", default: "1000000" },
    library: { type: "string", default: "dehusk/things" },
  },
});
const { things } = await import(values.library);

const counts = new Map();
for (const set of values.sets.split(",")) {
  const pages = (await readSet(values.data, set)).filter(({ html }) => declares(html));
  for (const page of sampleEvenly(pages, Number(values.limit))) measure(page);
}
process.stdout.write("| field | pages | precision | recall | F1 |\n|---|--:|--:|--:|--:|\n");
for (const [field, { pages, right, given, wanted }] of [...counts].sort()) {
  const figures = [right / given, right / wanted, (2 * right) / (given + wanted)].map((value) => value.toFixed(3));
  process.stdout.write(`| ${field} | ${pages} | ${figures.join(" | ")} |\n`);
}

function declares(html) {
  return (
    typeof html === "string" &&
    /ld\+json/i.test(html) &&
    /"(?:Recipe|Product|DiscussionForumPosting|QAPage)"/.test(html)
  );
}

function measure({ html, url }) {
  const entities = entitiesOf(html);
  const ofType = (type) => entities.find((entity) => [entity["@type"]].flat().includes(type));
  const found = things(withoutMarkup(html), { url: url ?? undefined });
  const recipe = ofType("Recipe");
  if (recipe !== undefined && Array.isArray(recipe.recipeIngredient) && recipe.recipeIngredient.length > 0) {
    compare("recipe name", [recipe.name], [found.recipe?.name]);
    compare(
      "recipe ingredients",
      recipe.recipeIngredient,
      found.recipe?.groups.flatMap(({ ingredients }) => ingredients),
    );
    compare("recipe steps", stepsOf(recipe.recipeInstructions), found.recipe?.steps);
  }
  const product = ofType("Product");
  const price = [product?.offers].flat()[0]?.price;
  if (
    price !== undefined &&
    Number(price) > 0 &&
    entities.filter((entity) => [entity["@type"]].flat().includes("Product")).length === 1
  ) {
    compare("product name", [product.name], [found.product?.name]);
    compare("product price", [String(Number(price))], [found.product?.price && String(Number(found.product.price))]);
  }
  const thread = ofType("DiscussionForumPosting") ?? ofType("QAPage")?.mainEntity;
  const posts = [thread, ...[thread?.comment, thread?.acceptedAnswer, thread?.suggestedAnswer].flat()].filter(
    (post) => post?.author && post.text,
  );
  if (posts.length > 1) {
    const own = [...(found.posts ?? []), ...(found.comments ?? [])];
    compare(
      "post author",
      posts.map((post) => [post.author].flat()[0].name),
      own.map(({ author }) => author),
    );
    compare(
      "post date",
      posts.map((post) => String(post.datePublished ?? post.dateCreated).slice(0, 10)),
      own.map(({ date }) => date?.slice(0, 10)),
    );
    compare(
      "post text",
      posts.map(({ text }) => startOf(text)),
      own.map(({ text }) => startOf(text)),
    );
  }
}

function startOf(text) {
  return fold(String(text)).slice(0, 40);
}

function stepsOf(value) {
  return [value]
    .flat()
    .flatMap((step) =>
      typeof step === "string"
        ? step.split(/\n+/)
        : step?.itemListElement
          ? stepsOf(step.itemListElement)
          : [step?.text],
    );
}

/** Multisets of folded texts: how many are in both. */
function compare(field, truth, answer) {
  const wanted = truth.filter(Boolean).map(fold).filter(Boolean);
  const given = (answer ?? []).filter(Boolean).map(fold).filter(Boolean);
  if (wanted.length === 0) return;
  const left = new Map();
  for (const text of wanted) left.set(text, (left.get(text) ?? 0) + 1);
  let right = 0;
  for (const text of given) {
    if (!left.get(text)) continue;
    right++;
    left.set(text, left.get(text) - 1);
  }
  // Every page weighs the same.
  const count = counts.get(field) ?? { pages: 0, right: 0, given: 0, wanted: 0 };
  counts.set(field, count);
  count.pages++;
  count.right += right / wanted.length;
  count.given += given.length / wanted.length;
  count.wanted++;
}

function fold(text) {
  return String(text)
    .replace(/<[^>]*>/g, " ")
    .replace(/&nbsp;|&#160;/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/&#?\w+;/g, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, "")
    .replace(/\.+$/, "");
}

function entitiesOf(html) {
  const entities = [];
  for (const [, script] of html.matchAll(/<script[^>]*ld\+json[^>]*>([\s\S]*?)<\/script>/gi)) {
    try {
      collect(JSON.parse(script), entities);
    } catch {}
  }
  return entities;
}

function collect(value, entities) {
  if (Array.isArray(value)) for (const item of value) collect(item, entities);
  else if (typeof value === "object" && value !== null) {
    if (value["@type"]) entities.push(value);
    for (const key of ["@graph", "mainEntity", "mainEntityOfPage"]) if (value[key]) collect(value[key], entities);
  }
}

function withoutMarkup(html) {
  return html
    .replace(/<script[^>]*ld\+json[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(/\s(?:itemprop|itemscope|itemtype|itemref|typeof)(?:=(?:"[^"]*"|'[^']*'|[^\s>]+))?(?=[\s>/])/gi, "");
}
