import { cutText } from "../../basics/index.ts";
import type { Page } from "../../page/index.ts";
import { cleanNames, gradeName, isLead, NameGrade } from "./names.ts";
import { parseDate } from "./parse-date.ts";

/** Blocks around the headline in the order in which bylines are looked for. */
const steps = [0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3];

const explicit =
  /^\s*(?:(?:written|posted|published|authored|words|story|text)\s+by|by|von|par|por|door|a cura di|verfasst von|geschrieben von|eingestellt von|écrit par|escrito por|autor(?:en|in|es|a|e)?\s*[:：]|autho?rs?\s*[:：]|auteurs?\s*[:：]|text\s*[:：]|redaktion\s*[:：]|contributors?\s*[:：]|автор\s*[:：]|作者|撰文|文\s*[/／:：]|記者|记者|글\s*[:：])(?=[\s:：/／]|[\u3040-\u9fff])/iu;

/** Names that the page shows near its headline without marking them up. */
export function namesNearHeadline(page: Page, headline: number): string[] {
  if (headline < 0) return [];
  const at = blockOf(page, headline);
  for (const step of steps) {
    const names = explicitNames(page, at + step);
    if (names.length > 0) return names;
  }
  for (let i = at + 1; i <= at + 6; i++) {
    const name = nameWithDate(page, i);
    if (name !== undefined) return [name];
  }
  return [];
}

/** "By …" at the start of a block, the name there or in the next block. */
function explicitNames(page: Page, block: number): string[] {
  const text = cutText(blockText(page, block), 160);
  if (isLead(text)) {
    const names = cleanNames(cutText(blockText(page, block + 1), 120));
    return names.filter((name) => gradeName(name) >= NameGrade.Word);
  }
  for (const piece of text.split(/[|•·⋅\t\n]|\s[-–—]\s/)) {
    if (!explicit.test(piece)) continue;
    const names = cleanNames(piece).filter((name) => gradeName(name) >= NameGrade.Word);
    if (names.length > 0) return names;
  }
  return [];
}

/** A full name beside a date: in one block with it, or in the block before or after it. */
function nameWithDate(page: Page, block: number): string | undefined {
  const text = blockText(page, block);
  if (text === "" || text.length > 90) return undefined;
  const dated = parseDate(text) !== null;
  if (!dated && parseDate(blockText(page, block + 1).slice(0, 60)) === null) {
    if (parseDate(blockText(page, block - 1).slice(0, 60)) === null) return undefined;
  }
  for (const piece of text.split(/[|•·⋅\t\n]|\s[-–—]\s|,\s/)) {
    const name = piece.trim();
    const words = name.split(/\s+/).length;
    if (
      words >= 2 &&
      words <= 4 &&
      !/\d/.test(name) &&
      gradeName(name) === NameGrade.Full &&
      cleanNames(name)[0] === name
    )
      return name;
    if (!dated) break;
  }
  return undefined;
}

const labelled =
  /(?:^|[\n\t（(【[|])\s{0,4}(?:(?:written|authored|posted|published)\s+by|(?:verfasst|geschrieben|erstellt|eingestellt|beitrag|text) von|(?:écrit|publié|proposé) par|(?:escrito|publicado) por|scritto da|(?:author|autor|autorin|autoren|auteur|by|von|par|por|text|автор)\s{0,4}[:：])\s{0,4}([^\n\t]{2,80})/giu;
const labelledHan =
  /(?:作\s?者|撰\s?文|执笔人?|執筆者?|(?:[报報社台网網]|[\n（(【\s])(?:记者|記者))\s{0,4}[:：]?\s{0,4}((?:[\u4e00-\u9fff·]{2,4})(?:[ 、\u3000][\u4e00-\u9fff·]{2,4}){0,5})(?=[\s/／)）】\]，,。|]|$|报道|報道|摄|攝|文)/gu;

const hanLabels = ["者", "撰", "执笔"];

/** Names behind a label such as "Written by" or "作者：" anywhere on the page, the nearest to the headline. */
export function labelledNames(page: Page, headline: number): string[] {
  const place = headline < 0 ? 0 : page.textFrom[headline];
  let best: string[] = [];
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const pattern of hanLabels.some((label) => page.text.includes(label)) ? [labelled, labelledHan] : [labelled]) {
    for (const match of page.text.matchAll(pattern)) {
      const distance = Math.abs(match.index - place);
      if (distance >= bestDistance) continue;
      const found = pattern === labelledHan ? match[1].split(/[ 、\u3000]/) : cleanNames(match[1]);
      const names = found.filter((name) => gradeName(name) >= NameGrade.Word);
      if (names.length === 0) continue;
      best = names;
      bestDistance = distance;
    }
    if (best.length > 0) break;
  }
  return best;
}

/** The block that a node's text ends in. */
export function blockOf(page: Page, node: number): number {
  const { first, count } = page.blocks;
  const end = page.end[node];
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (first[middle] < end) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The text of a block, "" when there is none of that number. */
export function blockText(page: Page, block: number): string {
  const { blocks, textFrom, textTo, text } = page;
  if (block < 0 || block >= blocks.count) return "";
  const from = textFrom[blocks.first[block]];
  return text.slice(from, textTo[blocks.last[block] + 1]);
}
