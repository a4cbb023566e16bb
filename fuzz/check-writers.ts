import type { ExtractOptions } from "dehusk";
import { keepShown, writeHtml, writeMarkdown, writeText } from "dehusk/internal/extract";
import { isShown, isText, type Page, parse, splitWords } from "dehusk/internal/page";
import type { Find } from "./find.ts";
import { checkMarkdown } from "./markdown/check-markdown.ts";
import { renderers } from "./markdown/renderers.ts";
import type { Random } from "./random.ts";

const address = "https://example.org/folder/page.html";

/** Writes a page, or a random part of it, in all formats and holds them against each other and the promises. */
export function checkWriters(html: string, random: Random): Find[] {
  const url = random.chance(0.7) ? address : undefined;
  const page = parse(html, url === undefined ? {} : { url });
  const kept = keepShown(page);
  const isWhole = random.chance(0.7);
  if (!isWhole) for (let i = 0; i < kept.length; i++) if (random.chance(0.2)) kept[i] = 0;
  const spans = random.pick(["empty", "repeat", "html"] as const);
  const written = writeAll(page, kept, spans);
  const { text, markdown, clean } = written;
  const finds = checkMarkdown(markdown, clean, spans);
  const add = (oracle: string, detail: string): void => {
    finds.push({ oracle, detail });
  };
  for (const [format, output] of Object.entries(written)) {
    if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(output)) {
      add("no lone surrogates", format);
    }
    const line = output.split("\n").find(leavesDirection);
    if (line !== undefined) add("directions end in their line", `${format}: ${line}`);
  }
  if (random.chance(0.2)) {
    const again = writeAll(parse(html, url === undefined ? {} : { url }), kept, spans);
    if (JSON.stringify(again) !== JSON.stringify(written)) add("deterministic", "");
  }
  if (url !== undefined) {
    const cleaned = parse(clean, { url });
    const twice = writeHtml(cleaned, keepShown(cleaned));
    // Content of an almost empty table may be outside any table when the output is judged again.
    if (clean.includes("<table>")) compare("cleaning twice changes no word", wordsIn(clean), wordsIn(twice));
    else if (withoutSeams(clean) !== withoutSeams(twice)) {
      add("cleaning twice changes nothing", difference(withoutSeams(clean), withoutSeams(twice)));
    }
  }
  if (isWhole && text !== page.text) add("text is the page's text", difference(page.text, text));
  if (!hasOwnWords(page) && spans !== "repeat" && !joinsCode(html, clean)) {
    const words = wordsOf(text);
    compare("HTML has the words of the text", words, wordsIn(clean));
    // Words in two links that touch are two; renderers make links of addresses.
    const rendered = (renderers["markdown-it"]?.(markdown) ?? "").replace(/<\/?a(?: [^>]*)?>/g, "");
    compare("Markdown has the words of the text", words, wordsIn(rendered));
  }
  return finds;

  function compare(oracle: string, expected: readonly string[], found: readonly string[]): void {
    const [a, b] = [expected.join(" "), found.join(" ")];
    if (a !== b) add(oracle, difference(a, b));
  }
}

function writeAll(
  page: Page,
  kept: Uint8Array,
  spans: ExtractOptions["spans"],
): { text: string; markdown: string; clean: string } {
  const markdown = writeMarkdown(page, kept, "", spans);
  return { text: writeText(page, kept), markdown, clean: writeHtml(page, kept) };
}

/** Code that goes on over several blocks is set apart from a word that it touches. */
function joinsCode(html: string, clean: string): boolean {
  return clean.includes("<pre>") && !/<pre/i.test(html);
}

function wordsIn(html: string): string[] {
  return wordsOf(parse(html, { url: address }).text);
}

/**
 * Without spaces beside tags: whether two words that touch are parted depends on what they were cut into, and whether a
 * link goes on over the end of a line, on what made the line end.
 */
function withoutSeams(html: string): string {
  return html.replace(/<\/a><br><a [^>]*>/g, "<br>").replace(/ (?=<)|(?<=>) /g, "");
}

function wordsOf(text: string): string[] {
  // Changes of direction part words, and the links that renderers make of addresses drop them, and encoded zeros.
  // A sign that links a heading to itself is left out, and may touch a word. Code keeps soft hyphens, text loses them.
  return splitWords(text.replace(/[\u00ad\u202a-\u202e\u2066-\u2069_]|%00/g, ""))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .sort();
}

/** Whether a line opens an embedding, override or isolate that it does not end, or ends one that it did not open. */
export function leavesDirection(line: string): boolean {
  const open: string[] = [];
  for (const [sign] of line.matchAll(/[\u202a-\u202e\u2066-\u2069]/g)) {
    if (sign === "\u202c" || sign === "\u2069") {
      while (sign === "\u2069" && open.at(-1) === "\u202c") open.pop();
      if (open.pop() !== sign) return true;
    } else open.push(sign < "\u2066" ? "\u202c" : "\u2069");
  }
  return open.length > 0;
}

/** Formulas, and the numbers of items. */
const ownSigns = /\$|\\[([]|##|^\s*\d{1,3}[.)、．]/;

/** Formulas, notes, tasks, readings and frames are written in other words than they are shown in. */
function hasOwnWords(page: Page): boolean {
  const others =
    /^(?:math math|sup|img|video|audio|iframe|noscript|input|button|q|rt|ruby|aside|details|script|svg svg)$/;
  for (let i = 0; i < page.size; i++) {
    if (isText(page, i)) {
      if (isShown(page, i) && ownSigns.test(page.strings[i] ?? "")) return true;
    } else if (others.test(page.tagNames[page.tag[i] ?? 0] ?? "")) return true;
    if (page.attributes[i]?.some(({ name, value }) => name === "class" && /note|admonition|katex|tex/.test(value)))
      return true;
  }
  return false;
}

/** Where two texts part. */
function difference(expected: string, found: string): string {
  let at = 0;
  while (at < expected.length && expected[at] === found[at]) at++;
  const cut = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 30), at + 60));
  return `${cut(expected)} became ${cut(found)}`;
}
