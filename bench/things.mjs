/**
 * How well things are read from what a page shows: schema.org markup is removed from the page and used as truth.
 *
 *     node things.mjs --data FOLDER [--sets wcxb,recipes] [--kinds post,product,recipe] [--limit N] [--half 0|1] [--pages true]
 *
 * F1 per field, over all pages that declare it; precision is the mean over pages with an answer, recall over all. Authors, dates and prices are compared as sets
 * of folded texts. A post's text is right when it shares 85 % of its words with the declared one, with or without quotes;
 * names, ingredients and steps when they share 70 %, since declared ones word amounts in another way ("0.25 cup" for "¼ cup"). A name is
 * also right when one of the two is a run of words in the other, of three words or half of it: declared names add brand and variant.
 * A price is right when one of the product's own offers declares it: a page shows the offer of one variant.
 * Names and prices are also counted on those pages alone that show them: many shops fill them in by script.
 * --half takes the pages of one half of the hosts: rules are made by looking at half 0 and tested on half 1.
 * Incomplete truths are skipped: questions with fewer answers than they count, ingredients as one text.
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
  const isAcceptedAlone = entities.every((entity) => !isA(entity, ["Question"]) || !entity.suggestedAnswer);
  if (asked.length + posted.length + comments.length < 2) return;
  const found = read();
  const own = [...(found.posts ?? []), ...(found.comments ?? [])];
  const inner = own.flatMap((post) => post.comments);
  // A question with its accepted answer alone stands for a thread of any length; a discussion may be declared beside it.
  const isThread = posted.length > 0 && posted.length + comments.length > asked.length;
  if (!isThread && asked.length === 2 && isAcceptedAlone) return;
  if (asked.length >= 2 && !isThread) {
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
  const prices = new Set(products.flatMap(({ offers }) => listOf(offers).flatMap(pricesOf)));
  if (prices.size === 0) return;
  const found = read().product;
  const name = textsIn(products[0].name).slice(0, 1);
  compareNames("product name", name, found?.name, text(), notes);
  const answer = found?.price && Number(found.price);
  const truth = [String(prices.has(answer) ? answer : [...prices][0])];
  compare("product price", truth, [answer && String(answer)], notes);
  if ([...prices].some((price) => isShown(price, text())))
    compare("product price, where shown", truth, [answer && String(answer)], notes);
}

/** The prices of an offer, or of those that it sums up. */
function pricesOf(offer) {
  const inner = listOf(offer.offers).flatMap(pricesOf);
  const own = [offer.price ?? offer.lowPrice ?? listOf(offer.priceSpecification)[0]?.price];
  return [...own.map((price) => Number(String(price).replace(",", "."))), ...inner].filter((price) => price > 0);
}

function compareNames(field, truth, name, text, notes) {
  const options = { least: 0.7, runs: true };
  compareWords(field, truth, [name ?? ""], options, notes);
  if (truth.length > 0 && ` ${wordsOf(text).join(" ")} `.includes(` ${wordsOf(truth[0]).join(" ")} `))
    compareWords(`${field}, where shown`, truth, [name ?? ""], options, notes);
}

/** Whether a page shows a price in any common notation; many shops fill it in by script. */
function isShown(price, text) {
  const whole = String(Math.floor(price)).replace(/\B(?=(\d{3})+$)/g, "[.,’' ]?");
  const cents = Math.round((price % 1) * 100);
  const rest = cents === 0 ? "(?:[.,]00)?" : `\\s?[.,]?\\s?${String(cents).padStart(2, "0").replace(/0$/, "0?")}`;
  const number = `(?<![\\d.,])${whole}${rest}(?!\\d)`;
  return new RegExp(`(?:[$€£¥₹]|[A-Z]{3})\\s*${number}|${number}\\s*(?:[€£$]|zł|kr|[A-Z]{3})`).test(text);
}

function measureRecipe(entities, { read, text }, notes) {
  const recipe = entities.find((entity) => isA(entity, ["Recipe"]));
  const ingredients = textsIn(recipe?.recipeIngredient ?? recipe?.ingredients);
  if (ingredients.length < 2) return;
  const found = read().recipe;
  const own = (found?.groups ?? []).flatMap((group) => group.ingredients);
  compareNames("recipe name", textsIn(recipe.name).slice(0, 1), found?.name, text(), notes);
  // Declared ones may leave out all amounts, and set in brackets what the page shows without.
  const forms = ingredients.some((text) => /[\d½¼¾⅓⅔⅛]/.test(text))
    ? [plainAmounts, (text) => withoutBrackets(plainAmounts(text))]
    : [withoutAmounts];
  const each = (list) => list.map((text) => forms.map((form) => form(text)));
  compareWords("recipe ingredients", each(ingredients), each(own), { least: 0.7 }, notes);
  compareInTurn("recipe steps", stepsOf(recipe.recipeInstructions), found?.steps ?? [], { least: 0.7 }, notes);
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

/** Texts that share most of their words, each matched once. Of several forms of a text the best one counts. */
function compareWords(field, truth, answer, { least, runs = false }, notes) {
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
      const shareOf = (words, own) => (runs && isRun(words, own) ? 1 : shared(words, own));
      const share = Math.max(...forms.flatMap((words) => given[i].map((own) => shareOf(words, own))));
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

/**
 * Texts in their order that share most of their words. Where one side has in one text what the other has in several that
 * follow each other, all of these are right: pages cut their steps in another way than they declare them.
 */
function compareInTurn(field, truth, answer, { least }, notes) {
  const [wanted, given] = [truth, answer].map((texts) => texts.map(wordsOf).filter((words) => words.length > 0));
  // best[i][j]: how many of the first i wanted and the first j given ones are right.
  const best = Array.from({ length: wanted.length + 1 }, () => Array(given.length + 1).fill({ wanted: 0, given: 0 }));
  const total = (pair) => pair.wanted + pair.given;
  for (let i = 1; i <= wanted.length; i++)
    for (let j = 1; j <= given.length; j++) {
      best[i][j] = total(best[i - 1][j]) >= total(best[i][j - 1]) ? best[i - 1][j] : best[i][j - 1];
      for (let run = 1; run <= Math.max(i, j); run++)
        for (const [a, b] of run === 1
          ? [[1, 1]]
          : [
              [run, 1],
              [1, run],
            ]) {
          if (a > i || b > j) continue;
          if (shared(wanted.slice(i - a, i).flat(), given.slice(j - b, j).flat()) < least) continue;
          const before = best[i - a][j - b];
          const pair = { wanted: before.wanted + a, given: before.given + b };
          if (total(pair) > total(best[i][j])) best[i][j] = pair;
        }
    }
  const right = best[wanted.length][given.length];
  addShares(field, right.given, given.length, right.wanted, wanted.length, notes);
}

function wordsOf(text) {
  return (
    String(text ?? "")
      .replace(/<[^>]*>/g, " ")
      .replace(/&#0?39;|&rsquo;|&#8217;/g, "’")
      .replace(/&#?\w+;/g, " ")
      .normalize("NFKC")
      .toLowerCase()
      .replace(/['’®™©]/g, "")
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

/** Whether the shorter of two lists of words is a run in the longer one, and not too short to be a name by itself. */
function isRun(a, b) {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 3 && short.length * 2 < long.length) return false;
  return ` ${long.join(" ")} `.includes(` ${short.join(" ")} `);
}

function add(field, right, given, wanted, notes) {
  addShares(field, right, given, right, wanted, notes);
}

function addShares(field, right, given, rightWanted, wanted, notes) {
  if (wanted === 0) return;
  const count = counts.get(field) ?? { pages: 0, answered: 0, precision: 0, recall: 0 };
  counts.set(field, count);
  count.pages++;
  if (given > 0) {
    count.answered++;
    count.precision += right / given;
  }
  count.recall += rightWanted / wanted;
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
