import { cutText } from "../../basics/index.ts";
import type { Page } from "../../page/index.ts";
import { cleanNames, gradeName, isLead, NameGrade } from "./names.ts";
import { parseDate } from "./parse-date.ts";

/** Blocks around the headline in search order for bylines. */
const steps = [0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3];

const explicit =
  /^\s*(?:(?:written|posted|published|authored|words|story|text)\s+by|by|von|par|por|door|a cura di|verfasst von|geschrieben von|eingestellt von|écrit par|escrito por|autor(?:en|in|es|a|e)?\s*[:：]|autho?rs?\s*[:：]|auteurs?\s*[:：]|text\s*[:：]|redaktion\s*[:：]|contributors?\s*[:：]|автор\s*[:：]|作者|撰文|文\s*[/／:：]|記者|记者|글\s*[:：])(?=[\s:：/／]|[\u3040-\u9fff])/iu;

/** "Posted on September 21, 2020 by Jane Roe", "06.11.2023 13:30 von Olga". */
const afterDate = /(?:\d{4}|\d:\d\d|uhr|\d\s?[ap]m)[\s,|·•)-]{1,4}(?:by|von|par|por|door)\s+(\S.{1,50})$/iu;

const starter = /(?:^|\n)\s{0,4}(?:thread|topic|discussion) starter\s{0,4}:?\s{0,4}(\S[^\n]{0,40}?)\s{1,4}start date/iu;

/** Who began a thread, as forums say below its title. */
export function threadStarter(page: Page): string[] {
  const name = page.text.includes("tarter") ? starter.exec(page.text)?.[1] : undefined;
  return name === undefined ? [] : [name.trim()];
}

/** Names that the page shows near its headline without marking them up. */
export function namesNearHeadline(page: Page, headline: number, isOther: (node: number) => boolean): string[] {
  if (headline < 0) return [];
  const at = blockOf(page, headline);
  const isOwn = (block: number) => block < 0 || block >= page.blocks.count || !isOther(page.blocks.first[block]);
  for (const step of steps) {
    const names = explicitNames(page, at + step);
    if (names.length > 0 && isOwn(at + step)) return names;
  }
  for (const step of [1, 2, 3, 4, 5, 6, -1, -2]) {
    const name = nameWithDate(page, at + step);
    if (name !== undefined && isOwn(at + step)) return [name];
  }
  return [];
}

/** "By …" at the start of a block, the name there or in the next block. */
function explicitNames(page: Page, block: number): string[] {
  const text = cutText(blockText(page, block), 160);
  if (isLead(text)) {
    const names = cleanNames(cutText(blockText(page, block + 1), 120), true);
    return names.filter((name) => gradeName(name) >= NameGrade.Word);
  }
  const dated = afterDate.exec(text);
  if (dated !== null) {
    const names = cleanNames(dated[1], true);
    if (names.length > 0) return names;
  }
  // A single lower-case word is accepted if the byline has nothing else.
  const alone = /^\s*(?:by|von|par|por)\s+([\w.-]{3,20})\s*$/iu.exec(text);
  if (alone !== null && cleanNames(alone[1]).length > 0) return [alone[1]];
  for (const piece of text.split(/[|•·⋅\t\n]|\s[-–—]\s/)) {
    if (!explicit.test(piece)) continue;
    const names = cleanNames(piece).filter((name) => gradeName(name) >= NameGrade.Word);
    if (names.length > 0) return names;
  }
  return [];
}

/** A full name beside a date: in its block, or in the one before or after. */
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
  /(?:^|[\n\t（(【[|])\s{0,4}(?:(?:written|authored|posted|published)\s+by\s{0,4}[:：]?|(?:verfasst|geschrieben|erstellt|eingestellt|(?:\p{L}+[ -])?beitrag|text) von|(?:écrit|publié|proposé) par|(?:escrito|publicado) por|scritto da|(?:author|autor|autorin|autoren|auteur|by|von|par|por|text|автор)\s{0,4}[:：]|(?<=\n)(?:author|autor|autorin|auteur)\n)\s{0,4}([^\n\t]{2,80})/giu;
const labelledHan =
  /(?:作\s?者|撰\s?文|执笔人?|執筆者?|(?:[报報社台网網点點]|[\n（(【\s])(?:记者|記者))\s{0,4}[:：]?\s{0,4}((?:[\u4e00-\u9fff·]{2,4})(?:[ 、\u3000][\u4e00-\u9fff·]{2,4}){0,5})(?=[\s/／)）】\]，,。|]|$|报道|報道|摄|攝|文)/gu;

const hanLabels = ["者", "撰", "执笔"];
const editorHan = /(?:编辑|編輯)\s{0,2}[:：]\s{0,4}([\u4e00-\u9fff·]{2,4})(?=[\s)）】\]]|$)/gu;

/** Names after a label such as "Written by" or "作者：" anywhere on the page, the nearest to the headline; or those of editors. */
export function labelledNames(page: Page, headline: number, editors = false): string[] {
  const place = headline < 0 ? 0 : page.textFrom[headline];
  let best: string[] = [];
  let bestDistance = Number.POSITIVE_INFINITY;
  const isHan = hanLabels.some((label) => page.text.includes(label));
  for (const pattern of editors ? [editorHan] : isHan ? [labelled, labelledHan] : [labelled]) {
    for (const match of page.text.matchAll(pattern)) {
      const distance = Math.abs(match.index - place);
      if (distance >= bestDistance) continue;
      const found = pattern !== labelled ? match[1].split(/[ 、\u3000]/) : cleanNames(match[1], true);
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

/** The text of a block, "" if it does not exist. */
export function blockText(page: Page, block: number): string {
  const { blocks, textFrom, textTo, text } = page;
  if (block < 0 || block >= blocks.count) return "";
  const from = textFrom[blocks.first[block]];
  return text.slice(from, textTo[blocks.last[block] + 1]);
}
