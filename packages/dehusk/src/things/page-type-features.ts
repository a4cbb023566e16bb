import { type Metadata, readLinkedData } from "../extract/index.ts";
import { attribute, isElement, isShown, type Page, sumOf, tagName } from "../page/index.ts";
import type { FoundThings } from "./found-things.ts";
import { namesOf, shapeOf } from "./part-names.ts";
import type { Line } from "./sections.ts";

/** Words in addresses, titles and names of elements that go with a type of page. */
const topics: readonly (readonly [string, RegExp])[] = [
  [
    "docs",
    /\b(?:docs?|documentation|reference|manual|api|guides?|help|handbook|tutorial|sphinx|docusaurus|mkdocs|readthedocs|kb|support|wiki|learn)\b/,
  ],
  ["writing", /\b(?:blog|news|article|articles|story|stories|post|single|entry|magazine|opinion|press|journal)\b/],
  [
    "forum",
    /\b(?:forum|forums|thread|threads|topic|topics|questions?|community|discussions?|discourse|xenforo|phpbb|vbulletin|viewtopic|showthread|comments|issues)\b/,
  ],
  ["product", /\b(?:products?|item|dp|buy|sku|single-product|itm)\b/],
  [
    "category",
    /\b(?:category|categories|collections?|shop|catalog|catalogue|tag|archive|browse|search|all|store|tax)\b/,
  ],
  [
    "service",
    /\b(?:services?|solutions?|about|contact|pricing|features?|platform|company|consulting|agency|clinic|home)\b/,
  ],
  ["list", /\b(?:best|top|list|\d+ (?:best|ways|things|ideas|tips)|index|directory|jobs|events|resources)\b/],
];
const marks: readonly (readonly [string, RegExp])[] = [
  ["Product", /^Product/],
  ["Article", /Article$|BlogPosting$/],
  ["TechArticle", /^TechArticle|^APIReference|^HowTo/],
  ["FAQPage", /^FAQPage$/],
  ["Discussion", /^DiscussionForumPosting$|^QAPage$|^Question$/],
  ["ItemList", /^ItemList$|^CollectionPage$|^OfferCatalog$|^SearchResultsPage$/],
  ["Business", /Business$|^Organization$|^Service$|^Corporation$|^Dentist|^Store$/],
  ["Software", /^SoftwareApplication$|^WebApplication$/],
  ["WebPage", /^WebPage$/],
  ["Crumbs", /^BreadcrumbList$/],
];
const money = /[$€£¥₹]\s?\d|\d\s?(?:€|zł|kr|USD|EUR)\b/u;
const counted = [
  "p",
  "li",
  "tr",
  "dt",
  "img",
  "pre",
  "code",
  "button",
  "input",
  "form",
  "video",
  "iframe",
  "article",
  "section",
  "time",
  "h1",
  "h2",
  "h3",
  "h4",
  "table",
  "aside",
  "nav",
  "dl",
  "select",
  "figure",
  "blockquote",
];

/** What tells types of pages apart, by name: counts as logarithms, shares and yes or no as 0 to 1. */
export function pageTypeFeatures(
  page: Page,
  lines: readonly Line[],
  { author, date, modified, breadcrumbs }: Metadata,
  found: FoundThings,
): Record<string, number> {
  const { sums, size } = page;
  const features: Record<string, number> = {};
  const log = (count: number) => Math.log2(1 + count);
  const words = sums.words[size];
  features["words"] = log(words);
  features["links"] = log(sums.links[size]);
  features["anchor share"] = sums.anchorWords[size] / Math.max(1, words);
  const tags = new Map<string, number>();
  const bodyNames: string[] = [];
  const cards = new Map<string, number>();
  let pricedCards = 0;
  let prices = 0;
  for (let node = 1; node < size; node++) {
    if (!isElement(page, node)) continue;
    const tag = tagName(page, node);
    tags.set(tag, (tags.get(tag) ?? 0) + 1);
    if (tag === "body" || tag === "html" || tag === "main") bodyNames.push(namesOf(page, node));
    if (
      tag === "meta" &&
      /generator|og:type/i.test(`${attribute(page, node, "name")} ${attribute(page, node, "property")}`)
    )
      bodyNames.push(` ${(attribute(page, node, "content") ?? "").toLowerCase().slice(0, 60)} `);
    const length = page.textTo[page.end[node]] - page.textFrom[node];
    if (length < 8 || length > 400 || page.end[node] - node < 4 || !isShown(page, node)) continue;
    if (sumOf(page, sums.links, node) === 0 || sumOf(page, sums.images, node) === 0) continue;
    const key = `${shapeOf(page, node)}<${shapeOf(page, page.parent[node])}`;
    cards.set(key, (cards.get(key) ?? 0) + 1);
    if (money.test(page.text.slice(page.textFrom[node], page.textTo[page.end[node]]))) pricedCards++;
  }
  for (const tag of counted) features[`tag ${tag}`] = log(tags.get(tag) ?? 0);
  let long = 0;
  let longWords = 0;
  let asking = 0;
  let short = 0;
  for (const { text, level } of lines) {
    const count = text.split(" ").length;
    if (count >= 20) {
      long++;
      longWords += count;
    } else if (count <= 4) short++;
    if (level > 0 && text.endsWith("?")) asking++;
    if (text.length < 40 && money.test(text)) prices++;
  }
  features["long blocks"] = log(long);
  features["long share"] = longWords / Math.max(1, words);
  features["long mean"] = log(longWords / Math.max(1, long));
  features["short share"] = short / Math.max(1, lines.length);
  features["asking"] = log(asking);
  features["prices"] = log(prices);
  features["cards"] = log(Math.max(0, ...cards.values()));
  features["priced cards"] = log(pricedCards);
  features["posts"] = log(found.posts?.length ?? 0);
  features["comments"] = log(found.comments?.length ?? 0);
  features["post words"] = log((found.posts ?? []).reduce((sum, { text }) => sum + text.length / 6, 0));
  features["product"] = found.product === undefined ? 0 : 1;
  features["product facts"] = log(found.product?.facts.length ?? 0);
  features["recipe"] = found.recipe === undefined ? 0 : 1;
  features["event"] = found.event === undefined ? 0 : 1;
  features["answered"] = log(found.questions?.length ?? 0);
  const types = readLinkedData(page).entities.flatMap(({ types: own }) => own);
  for (const [name, pattern] of marks) features[`marked ${name}`] = types.some((type) => pattern.test(type)) ? 1 : 0;
  features["author"] = author === null ? 0 : 1;
  features["date"] = date === null ? 0 : 1;
  features["modified"] = modified === null ? 0 : 1;
  features["breadcrumbs"] = log(breadcrumbs.length);
  const { host, path } = partsOf(page.url ?? "");
  features["path depth"] = path.split("/").filter(Boolean).length;
  features["path root"] = path === "" || path === "/" ? 1 : 0;
  features["path date"] = /\/20\d\d\/\d/.test(path) ? 1 : 0;
  features["path number"] = /\d{4,}/.test(path) ? 1 : 0;
  features["path hyphens"] = log((path.match(/-/g) ?? []).length);
  const title = (found.title ?? "").toLowerCase();
  features["title words"] = log(title.split(/\s+/).length);
  features["title asks"] = /\?|^(?:how|what|why|is|can|does)\b/.test(title) ? 1 : 0;
  for (const [name, pattern] of topics) {
    features[`path ${name}`] = pattern.test(path) ? 1 : 0;
    features[`host ${name}`] = pattern.test(host) ? 1 : 0;
    features[`title ${name}`] = pattern.test(title) ? 1 : 0;
    features[`names ${name}`] = bodyNames.some((own) => pattern.test(own)) ? 1 : 0;
  }
  return features;
}

function partsOf(url: string): { host: string; path: string } {
  const match = /^[a-z]+:\/\/([^/?#]*)([^?#]*)/i.exec(url);
  return { host: (match?.[1] ?? "").toLowerCase(), path: (match?.[2] ?? "").toLowerCase().replace(/[_.]/g, "-") };
}
