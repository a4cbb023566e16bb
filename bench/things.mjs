/**
 * How well things are read from what a page shows: schema.org markup is taken out of the page and is the truth.
 *
 *     node things.mjs --data FOLDER [--sets wcxb,recipes] [--kinds post,product,recipe] [--limit N] [--half 0|1] [--pages true]
 *
 * F1 per field, over all pages that declare it; precision is the mean over pages with an answer, recall over all. Authors, dates and prices are compared as sets
 * of folded texts. A post's text is right when it shares 85 % of its words with the declared one, with or without quotes;
 * names and ingredients when they share 70 %, since declared ones word amounts in another way ("0.25 cup" for "¼ cup").
 * Prices are also counted on those pages alone that show them: many shops fill them in by script.
 * --half takes the pages of one half of the hosts: rules are made by looking at half 0, half 1 says what they are worth.
 * Truths that are surely not whole are passed over: questions with fewer answers than they count, ingredients as one text.
 * Run after a build.
 */

import { parseArgs } from "node:util";
import { readSet, sampleEvenly } from "./data-sets.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    sets: {
      type: "string",
      default: "recipes,wcxb,magic-html-bench,polish-forums,llm-webkit-bench,trafilatura-eval,google-trends-2017",
    },
    kinds: { type: "string", default: "post,product,recipe" },
    limit: { type: "string", default: "1000000" },
    half: { type: "string" },
    pages: { type: "string", default: "false" },
  },
});
const { parse } = await import("dehusk");
const { things, markedThings, textsIn } = await import("dehusk/internal/things");

const kinds = {
  post: {
    types: /DiscussionForumPosting|QAPage|SocialMediaPosting|UserComments|schema\.org\/Comment|"Comment"/,
    measure: measurePosts,
  },
  product: { types: /Product/, measure: measureProduct },
  recipe: { types: /Recipe/, measure: measureRecipe },
};
const fractions = { "½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 0.333, "⅔": 0.667, "⅛": 0.125 };
const counts = new Map();
for (const set of values.sets.split(",")) {
  const declared = (await readSet(values.data, set)).filter(
    ({ html, url, id }) => /ld\+json|schema\.org/i.test(html) && isAsked(hostOf(url) || id),
  );
  for (const page of sampleEvenly(declared, Number(values.limit)))
    for (const kind of values.kinds.split(",")) if (kinds[kind].types.test(page.html)) measure(set, page, kinds[kind]);
}
process.stdout.write("| field | pages | precision | recall | F1 |\n|---|--:|--:|--:|--:|\n");
for (const [field, { pages, answered, precision, recall }] of [...counts].sort()) {
  const [p, r] = [precision / Math.max(1, answered), recall / pages];
  const figures = [p, r, (2 * p * r) / Math.max(1e-9, p + r)].map((value) => value.toFixed(3));
  process.stdout.write(`| ${field} | ${pages} | ${figures.join(" | ")} |\n`);
}

function hostOf(url) {
  return /^\w+:\/\/(?:www\.)?([^/]*)/.exec(url ?? "")?.[1] ?? "";
}

function isAsked(host) {
  let hash = 7;
  for (const char of host) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
  return values.half === undefined || Math.imul(hash, 2654435761) >>> 31 === Number(values.half);
}

function measure(set, { id, html, url }, kind) {
  const entities = [];
  collect(markedThings(parse(html, { url: url ?? undefined })), entities);
  const notes = [];
  let found;
  const bare = withoutMarkup(html);
  const read = () => (found ??= things(bare, { url: url ?? undefined }));
  kind.measure(entities, { read, text: () => parse(bare).text }, notes);
  if (values.pages === "true" && notes.length > 0) process.stdout.write(`${set}/${id} ${notes.join(" ")}\n`);
}

function measurePosts(entities, { read }, notes) {
  const asked = postsOf(entities, ["Question", "Answer"]);
  const posted = postsOf(entities, ["DiscussionForumPosting", "SocialMediaPosting"]);
  const comments = postsOf(entities, ["Comment", "UserComments"]);
  const answers = entities.filter((entity) => isA(entity, ["Answer"])).length;
  const counted = entities
    .filter((entity) => isA(entity, ["Question"]))
    .map((entity) => Number(textsIn(entity.answerCount)[0]));
  if (counted.some((count) => count > answers)) return;
  if (asked.length + posted.length + comments.length < 2) return;
  const found = read();
  const own = [...(found.posts ?? []), ...(found.comments ?? [])];
  const inner = own.flatMap((post) => post.comments);
  if (asked.length >= 2 && asked.length >= posted.length) {
    comparePosts(asked, own);
    comparePosts(comments, inner);
  } else if (posted.length === 0 && inner.length > 0) comparePosts(comments, inner);
  else comparePosts([...posted, ...comments], own);

  function comparePosts(truth, answer) {
    if (truth.length < 2) return;
    const of = (list, key) => list.map((post) => post[key]);
    compare("post author", of(truth, "author"), of(answer, "author"), notes);
    compare(
      "post date",
      of(truth, "date"),
      answer.map(({ date }) => date?.slice(0, 10)),
      notes,
    );
    const texts = answer.map(({ quotes, text }) => [text, [...quotes, text].join(" ")]);
    compareWords("post text", of(truth, "text"), texts, { least: 0.85 }, notes);
  }
}

function postsOf(entities, types) {
  const posts = new Map();
  for (const entity of entities) {
    if (!isA(entity, types)) continue;
    const text = textsIn(entity.text ?? entity.articleBody ?? entity.commentText)[0] ?? "";
    const author = textsIn(listOf(entity.author)[0], ["name", "text"])[0];
    const date = textsIn(entity.datePublished ?? entity.dateCreated ?? entity.commentTime)[0]?.slice(0, 10);
    const key = `${author} ${fold(text).slice(0, 40)}`;
    if (entity.author && text !== "" && !posts.has(key)) posts.set(key, { author, date, text });
  }
  return [...posts.values()];
}

function measureProduct(entities, { read, text }, notes) {
  const products = entities.filter(
    (entity) => isA(entity, ["Product", "ProductGroup"]) && listOf(entity.offers).length > 0,
  );
  if (products.length === 0 || new Set(products.map(({ name }) => textsIn(name)[0])).size !== 1) return;
  const [product] = products;
  const [offer] = listOf(product.offers);
  const price = Number(offer.price ?? offer.lowPrice ?? listOf(offer.priceSpecification)[0]?.price);
  if (!(price > 0)) return;
  const found = read().product;
  compareWords("product name", textsIn(product.name).slice(0, 1), [found?.name ?? ""], { least: 0.7 }, notes);
  const answer = [found?.price && String(Number(found.price))];
  compare("product price", [String(price)], answer, notes);
  if (isShown(price, text())) compare("product price, where shown", [String(price)], answer, notes);
}

/** Whether a page shows a price in one of the ways that prices are written; many shops fill it in by script. */
function isShown(price, text) {
  const whole = String(Math.floor(price)).replace(/\B(?=(\d{3})+$)/g, "[.,’' ]?");
  const cents = Math.round((price % 1) * 100);
  const rest = cents === 0 ? "(?:[.,]00)?" : `\\s?[.,]?\\s?${String(cents).padStart(2, "0").replace(/0$/, "0?")}`;
  const number = `(?<![\\d.,])${whole}${rest}(?!\\d)`;
  return new RegExp(`(?:[$€£¥₹]|[A-Z]{3})\\s*${number}|${number}\\s*(?:[€£$]|zł|kr|[A-Z]{3})`).test(text);
}

function measureRecipe(entities, { read }, notes) {
  const recipe = entities.find((entity) => isA(entity, ["Recipe"]));
  const ingredients = textsIn(recipe?.recipeIngredient ?? recipe?.ingredients);
  if (ingredients.length < 2) return;
  const found = read().recipe;
  const own = (found?.groups ?? []).flatMap((group) => group.ingredients);
  compareWords("recipe name", textsIn(recipe.name).slice(0, 1), [found?.name ?? ""], { least: 0.7 }, notes);
  // Declared ones may leave out all amounts, and set in brackets what the page shows without.
  const forms = ingredients.some((text) => /[\d½¼¾⅓⅔⅛]/.test(text))
    ? [plainAmounts, (text) => withoutBrackets(plainAmounts(text))]
    : [withoutAmounts];
  const each = (list) => list.map((text) => forms.map((form) => form(text)));
  compareWords("recipe ingredients", each(ingredients), each(own), { least: 0.7 }, notes);
  compareWords("recipe steps", stepsOf(recipe.recipeInstructions), found?.steps ?? [], { least: 0.7 }, notes);
}

/** "1 ½ tablespoons" and "1.5 tbsp" alike. */
function plainAmounts(text) {
  return text
    .replace(/(\d+)?\s?([½¼¾⅓⅔⅛])/g, (_, whole, part) => ` ${Number(whole ?? 0) + fractions[part]} `)
    .replace(
      /(?:(\d+)\s)?(\d)\s?[/⁄]\s?(\d)/g,
      (_, whole, above, below) => ` ${(Number(whole ?? 0) + above / below).toFixed(3).replace(/0+$/, "")} `,
    )
    .replace(/\b(?:tablespoons?|tbsps?)\b/gi, "tbsp")
    .replace(/\b(?:teaspoons?|tsps?)\b/gi, "tsp");
}

function withoutBrackets(text) {
  return text.replace(/\([^()]*\)/g, " ");
}

function withoutAmounts(text) {
  return withoutBrackets(plainAmounts(text)).replace(/\d[\d.,/–-]*\s?\p{L}*/gu, " ");
}

function stepsOf(value) {
  return listOf(value)
    .flatMap((step) =>
      typeof step === "string"
        ? step.split(/\n+/)
        : step?.itemListElement
          ? stepsOf(step.itemListElement)
          : [step?.text],
    )
    .filter(Boolean);
}

function listOf(value) {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

function isA(entity, types) {
  return entity["@type"].some((type) => types.includes(type));
}

function collect(value, entities, seen = new Set()) {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  if (!Array.isArray(value) && value["@type"])
    entities.push({ ...value, "@type": listOf(value["@type"]).map((type) => String(type).replace(/^.*\//, "")) });
  for (const member of Object.values(value)) collect(member, entities, seen);
}

/** Multisets of folded texts: how many are in both. */
function compare(field, truth, answer, notes) {
  const wanted = truth.filter(Boolean).map(fold).filter(Boolean);
  const given = answer.filter(Boolean).map(fold).filter(Boolean);
  const left = new Map();
  for (const text of wanted) left.set(text, (left.get(text) ?? 0) + 1);
  let right = 0;
  for (const text of given) {
    if (!left.get(text)) continue;
    right++;
    left.set(text, left.get(text) - 1);
  }
  add(field, right, given.length, wanted.length, notes);
}

/** Texts that share most of their words, each matched once. A text may be given in several forms: the best one counts. */
function compareWords(field, truth, answer, { least }, notes) {
  const formsOf = (text) => listOf(text).map(wordsOf);
  const hasWords = (forms) => forms.some((words) => words.length > 0);
  const wanted = truth.map(formsOf).filter(hasWords);
  const given = answer.map(formsOf).filter(hasWords);
  const left = new Set(given.keys());
  let right = 0;
  for (const forms of wanted) {
    let best = -1;
    let most = 0;
    for (const i of left) {
      const share = Math.max(...forms.flatMap((words) => given[i].map((own) => shared(words, own))));
      if (share > most) {
        best = i;
        most = share;
      }
    }
    if (most < least) continue;
    right++;
    left.delete(best);
  }
  add(field, right, given.length, wanted.length, notes);
}

function wordsOf(text) {
  return (
    String(text ?? "")
      .replace(/<[^>]*>/g, " ")
      .replace(/&#?\w+;/g, " ")
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** F1 of two bags of words. */
function shared(a, b) {
  const left = new Map();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of b) {
    if (!(left.get(word) > 0)) continue;
    both++;
    left.set(word, left.get(word) - 1);
  }
  return (2 * both) / Math.max(1, a.length + b.length);
}

function add(field, right, given, wanted, notes) {
  if (wanted === 0) return;
  const count = counts.get(field) ?? { pages: 0, answered: 0, precision: 0, recall: 0 };
  counts.set(field, count);
  count.pages++;
  if (given > 0) {
    count.answered++;
    count.precision += right / given;
  }
  count.recall += right / wanted;
  notes.push(`${field} ${right}/${given}/${wanted}`);
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

function withoutMarkup(html) {
  return html
    .replace(/<script[^>]*ld\+json[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(/\s(?:itemprop|itemscope|itemtype|itemref|typeof)(?:=(?:"[^"]*"|'[^']*'|[^\s>]+))?(?=[\s>/])/gi, "");
}
