import { tagNumber } from "../../page/index.ts";
import { classNames } from "../content/class-names.ts";
import { isCodeBox, isCodeCell } from "../content/code-block.ts";
import { readCallout } from "../content/find-callout.ts";
import type { JudgedText } from "./judged-text.ts";
import { isPictureBox } from "./keep-pictures.ts";
import { type UnitTree, unitKind } from "./unit-tree.ts";

const BLOCKQUOTE = tagNumber("blockquote");
const DIV = tagNumber("div");
const TABLE = unitKind("table");
const FIGURE = unitKind("figure");
const LEAD = unitKind("lead");
const DEFINITION = unitKind("definition");
const DEFINITIONS = unitKind("definitions");

/**
 * Kinds whose own words say little: numbers, names, a caption, code, formulas. With the minimum probabilities of the unit itself and
 * of the text around it: a table or figure may be an advertisement or a player, the others hardly ever are.
 */
const embedded: ReadonlyMap<number, { readonly own: number; readonly around: number }> = new Map([
  [TABLE, { own: 0.2, around: 0.9 }],
  [FIGURE, { own: 0.2, around: 0.9 }],
  [unitKind("code"), { own: 0, around: 0.6 }],
  [unitKind("formula"), { own: 0, around: 0.6 }],
]);

/** The same for a list of definitions, such as the address and opening hours that end a story. */
const definitions = { own: 0.2, around: 0.9 };

/** The same for the source of a quotation, which follows what is quoted. */
const quoted = { own: 0.2, text: 0.7, words: 15, blocks: 20 };

/** How forums name the boxes of quotations. */
const quoteName = /(?:^|[\s_-])(?:bb-?code)?[-_]?quote(?:box|block|d)?(?:\s|$)/i;

/** A likelier figure may stand among a byline and buttons, above its story. */
const likelyFigure = { own: 0.4, around: 0.3 };

/** Minimum probability of a table between two long texts, and of these texts. */
const parting = { own: 0.04, text: 0.85 };

/** The same for what a sentence with a colon leads to: mostly a list. */
const led = { own: 0.1, text: 0.6 };

/** Sufficient words of other text around a unit. */
const enoughAround = 30;

/** Sufficient words on a page with less text. */
const leastAround = 10;

/** Minimum probability of a unit surrounded by such text. */
const leastChance = 0.6;

/** Parts that are not units. Callouts, such as warnings, that are longer or certainly not text are judged by themselves. */
const callout = { words: 120, own: 0.05, around: 0.8 };
const codeLines = { words: Number.POSITIVE_INFINITY, own: 0, around: 0.6 };
const caption = { words: Number.POSITIVE_INFINITY, own: 0.2, around: 0.9 };
const namedCaption = { ...caption, around: 0.65 };
/** Texts beside a picture: a caption and a credit. More is a byline with a portrait. */
const captionBlocks = 2;
const partTags = new Set("aside,blockquote,details,div,ol,td".split(",").map(tagNumber));

/** Levels searched for other text above a unit. */
const mostLevels = 12;

/**
 * Raises the probability of tables, figures, code, formulas and callouts surrounded by likely text, and of what a likely
 * sentence leads to there: they belong to it.
 *
 * @param chance Changed in place.
 * @returns 1 for each block whose probability was raised.
 */
export function liftEmbedded({ page, view, words }: JudgedText, units: UnitTree, chance: Float64Array): Uint8Array {
  const { blocksBefore } = view.view;
  const count = chance.length;
  const isLifted = new Uint8Array(count);
  const all = new Float64Array(count + 1);
  const likely = new Float64Array(count + 1);
  /** Running count of blocks that might be raised. */
  const low = new Int32Array(count + 1);
  for (let b = 0; b < count; b++) {
    low[b + 1] = low[b] + Number(chance[b] < leastChance);
    const own = embedded.has(units.kind[units.unit[b]]) ? 0 : words[b];
    all[b + 1] = all[b] + own;
    likely[b + 1] = likely[b] + own * chance[b];
  }
  for (let from = 0; from < count; ) {
    const unit = units.unit[from];
    let to = from + 1;
    while (to < count && units.unit[to] === unit) to++;
    const list = definitionsAround(from);
    if (list >= 0) {
      while (to < count && definitionsAround(to) === list) to++;
      if (meanOf(from, to) >= definitions.own && likelihoodAround(from, to) >= definitions.around) lift(from, to);
    }
    const least = embedded.get(units.kind[unit]);
    if (least !== undefined) {
      const own = meanOf(from, to);
      const isParting = units.kind[unit] === TABLE && own >= parting.own && isBetweenText(from, to);
      const around = units.kind[unit] === FIGURE && own >= likelyFigure.own ? likelyFigure.around : least.around;
      if (isParting || (own >= least.own && likelihoodAround(from) >= around)) lift(from, to);
    }
    from = to;
  }
  liftParts();
  liftSources();
  liftLed();
  return isLifted;

  /** The list of definitions that a block is in; -1 for none. */
  function definitionsAround(block: number): number {
    const unit = units.unit[block];
    const list = units.parent[unit];
    return units.kind[unit] === DEFINITION && units.kind[list] === DEFINITIONS ? list : -1;
  }

  function liftLed(): void {
    /** The last unit within each unit: those within one follow it. */
    const lastIn = new Int32Array(units.kind.length);
    for (let u = 0; u < lastIn.length; u++) lastIn[u] = u;
    for (let u = lastIn.length - 1; u > 0; u--) {
      const up = units.parent[u];
      lastIn[up] = Math.max(lastIn[up], lastIn[u]);
    }
    for (let b = 0; b + 1 < count; b++) {
      const lead = units.unit[b];
      if (units.kind[lead] !== LEAD || chance[b] < led.text) continue;
      let to = b + 1;
      while (to < count && units.unit[to] >= lead && units.unit[to] <= lastIn[lead]) to++;
      if (isBetweenText(b + 1, to, led.text) && meanOf(b + 1, to) >= led.own) lift(b + 1, to);
      b = to - 1;
    }
  }

  function liftParts(): void {
    for (let i = 1; i < page.size; i++) {
      if (page.attributes[i].length === 0 || !partTags.has(page.tag[i])) continue;
      const from = blocksBefore[i];
      const to = blocksBefore[page.end[i]];
      const least = low[to] === low[from] ? undefined : leastOf(i, all[to] - all[from]);
      if (least === undefined) continue;
      const isFit = all[to] - all[from] <= least.words && meanOf(from, to) >= least.own;
      // A declared caption follows the text beside it, whatever a long page has elsewhere.
      const around = least === namedCaption ? likelihoodBeside(i, from, to) : likelihoodAround(from, to);
      if (isFit && around >= least.around) lift(from, to, least === caption || least === namedCaption);
      i = page.end[i] - 1;
    }
  }

  /** The line before or after a quoted text that says who is quoted. */
  function liftSources(): void {
    for (let i = 1; i < page.size; i++) {
      if (page.tag[i] !== BLOCKQUOTE && page.tag[i] !== DIV) continue;
      const from = blocksBefore[i];
      const to = blocksBefore[page.end[i]];
      if (to - from < 2 || to - from > quoted.blocks || low[to] === low[from]) continue;
      if (page.tag[i] === DIV && !quoteName.test(classNames(page, i))) continue;
      if (isSource(from) && meanOf(from + 1, to) >= quoted.text) lift(from, from + 1);
      if (isSource(to - 1) && meanOf(from, to - 1) >= quoted.text) lift(to - 1, to);
    }
  }

  function isSource(block: number): boolean {
    return words[block] <= quoted.words && chance[block] >= quoted.own;
  }

  function leastOf(part: number, size: number): typeof callout | undefined {
    if (isCodeBox(page, part) || isCodeCell(page, part)) return codeLines;
    const blocks = blocksBefore[page.end[part]] - blocksBefore[part];
    if (page.tag[part] === DIV && blocks <= captionBlocks && isPictureBox(page, part))
      return namesCaption(part) ? namedCaption : caption;
    return size > callout.words || readCallout(page, part) === undefined ? undefined : callout;
  }

  function namesCaption(part: number): boolean {
    for (let i = part; i < page.end[part]; i++) {
      if (page.attributes[i].length > 0 && /caption/i.test(classNames(page, i))) return true;
    }
    return false;
  }

  function meanOf(from: number, to: number): number {
    let sum = 0;
    let size = 0;
    for (let b = from; b < to; b++) {
      sum += words[b] * chance[b];
      size += words[b];
    }
    return size === 0 ? 0 : sum / size;
  }

  /** The mean probability of the text in the smallest part of the page around a block that has enough of it. */
  function likelihoodAround(block: number, last = block): number {
    let node = view.element[block];
    const own = all[last] - all[block];
    const ownLikely = likely[last] - likely[block];
    let widest = 0;
    for (let level = 0; level < mostLevels && node > 0; level++, node = page.parent[node]) {
      const from = blocksBefore[node];
      const to = blocksBefore[page.end[node]];
      if (to < last) continue;
      const around = all[to] - all[from] - own;
      if (around >= leastAround) widest = (likely[to] - likely[from] - ownLikely) / around;
      if (around >= enoughAround) break;
    }
    return widest;
  }

  /** Whether there is likely text before and after some blocks, in one element: adjacent, or past a heading. */
  function isBetweenText(from: number, to: number, least = parting.text): boolean {
    const before = from > 1 && words[from - 1] < leastAround ? from - 2 : from - 1;
    const after = to < count - 1 && words[to] < leastAround ? to + 1 : to;
    if (before < 0 || after >= count) return false;
    if (page.parent[view.element[before]] !== page.parent[view.element[after]]) return false;
    return [before, after].every((b) => words[b] >= leastAround && chance[b] >= least);
  }

  /** The mean probability of the text before and after a part, in the smallest part of the page around it that has enough. */
  function likelihoodBeside(part: number, from: number, to: number): number {
    for (let node = page.parent[part], level = 0; level < mostLevels && node > 0; level++, node = page.parent[node]) {
      const first = blocksBefore[node];
      const last = blocksBefore[page.end[node]];
      let before = from;
      let after = to;
      while (before > first && all[from] - all[before] < enoughAround) before--;
      while (after < last && all[after] - all[to] < enoughAround) after++;
      const words = all[from] - all[before] + all[after] - all[to];
      if (words >= enoughAround) return (likely[from] - likely[before] + likely[after] - likely[to]) / words;
    }
    return 0;
  }

  function lift(from: number, to: number, isCaption = false): void {
    for (let b = from; b < to; b++) {
      // A single word beside pictures is more likely a label of icons.
      if (chance[b] >= leastChance || (isCaption && (words[b] < 2 || chance[b] < caption.own))) continue;
      chance[b] = leastChance;
      isLifted[b] = 1;
    }
  }
}
