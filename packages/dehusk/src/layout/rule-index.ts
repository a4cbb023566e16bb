import { attribute, findTag, type Page, tagNumber } from "../page/index.ts";
import type { Arena } from "./arena.ts";
import { clearAfter } from "./declarations.ts";
import { bucketOf, ElementNames } from "./element-names.ts";
import { matchesMedia } from "./media-query.ts";
import type { Body, CompoundTest, Rule } from "./rule.ts";
import { RuleMatcher } from "./rule-matcher.ts";
import { lookupKey } from "./selectors.ts";
import { scanStyleSheet } from "./style-sheet.ts";
import type { BlockPair, StyleTable } from "./style-table.ts";

const mostCharacters = 4_000_000;
const mostRules = 30_000;
const mostVariables = 5000;
const longestVariable = 200;
const shortSheets = 4000;
const fewNames = 6;

const STYLE = tagNumber("style");
const COMMA = 0x2c;

/** What a clearfix does to its element. */
const clearCss = `${clearAfter}:1`;
const clearBody = (): Body => bodyOf(clearCss, 0, clearCss.length);
const clearingAfter = /^(.*[^:\s>+~])::?after$/i;
const noTests: readonly CompoundTest[] = [];

/**
 * The rules of a page's style sheets, indexed by the id, class or tag of their rightmost compound, as in browsers.
 * Selectors and declarations are parsed on first use; rules for names the page lacks are dropped. Bounded for any page:
 * rules past the limits above are ignored.
 */
export class RuleIndex {
  readonly #styles: StyleTable;
  readonly #names: ElementNames;
  readonly #matcher: RuleMatcher;
  readonly #universal: Rule[] = [];
  #ruleCount = 0;

  constructor(page: Page, sheets: readonly string[], styles: StyleTable, arena: Arena) {
    this.#styles = styles;
    this.#names = new ElementNames(page, namesIn(sheets), arena);
    this.#matcher = new RuleMatcher(page, this.#names, this.#universal);
    this.#readSheets(sheets);
    this.#names.numberTags(page);
  }

  /** The style of an element after the matching rules; call for ancestors first. */
  apply(node: number, row: number, inline: BlockPair | undefined): number {
    const count = this.#matcher.match(node);
    const { matched } = this.#matcher;
    let result = row;
    for (let i = 0; i < count; i++) {
      const { normal } = this.#blockOf(matched[i]);
      if (normal >= 0) result = this.#styles.apply(result, normal);
    }
    if (inline !== undefined && inline.normal >= 0) result = this.#styles.apply(result, inline.normal);
    for (let i = 0; i < count; i++) {
      const { important } = this.#blockOf(matched[i]);
      if (important >= 0) result = this.#styles.apply(result, important);
    }
    return result;
  }

  #readSheets(sheets: readonly string[]): void {
    for (const sheet of sheets) {
      scanStyleSheet(sheet, this.#styles.context.viewport, (css, selectors, from, to) =>
        this.#addRules(selectors, bodyOf(css, from, to)),
      );
    }
  }

  /** Adds the rules whose selectors start at `from` and end before the body. */
  #addRules(from: number, body: Body): void {
    const { css } = body;
    const end = body.from - 1;
    let start = from;
    let depth = 0;
    for (let i = from; i <= end; i++) {
      const code = i === end ? COMMA : css.charCodeAt(i);
      if (code === 0x28) depth++;
      else if (code === 0x29) depth--;
      else if (code === COMMA && (depth <= 0 || i === end)) {
        this.#addRule(css, start, i, body);
        start = i + 1;
      }
    }
  }

  #addRule(css: string, start: number, end: number, body: Body): void {
    if (this.#ruleCount >= mostRules) return;
    let from = start;
    let to = end;
    while (from < to && css.charCodeAt(from) <= 0x20) from++;
    while (to > from && css.charCodeAt(to - 1) <= 0x20) to--;
    const key = lookupKey(css, from, to);
    if (key === undefined) {
      body.clears ??= clears(body);
      if (!body.clears) return;
      const element = clearingAfter.exec(css.slice(from, to))?.[1];
      if (element !== undefined) this.#addRule(element, 0, element.length, clearBody());
      return;
    }
    if (key === "html" || key === "body") this.#readVariables(body);
    const rules = this.#rulesFor(key);
    if (rules === undefined) return;
    const text = css.slice(from, to);
    const order = this.#ruleCount++;
    rules.push({ text, body, order, tests: noTests, specificity: 0, low: 0, high: 0, tagBits: 0, isRead: false });
  }

  /** The bucket of a key; undefined if nothing on the page has the name. */
  #rulesFor(key: string): Rule[] | undefined {
    if (key === "") return this.#universal;
    switch (key.charCodeAt(0)) {
      case 0x2e: // .
        return this.#names.classes.get(key.slice(1))?.rules;
      case 0x23: // #
        return this.#names.ids.get(key.slice(1))?.rules;
      case 0x5b: // [
        return bucketOf(this.#names.attributes, key.slice(1)).rules;
      default:
        return bucketOf(this.#names.tags, key).rules;
    }
  }

  #readVariables(body: Body): void {
    if (body.hasVariablesRead) return;
    body.hasVariablesRead = true;
    const declarations = body.css.slice(body.from, body.to);
    if (!declarations.includes("--")) return;
    const { variables } = this.#styles.context;
    for (const declaration of declarations.split(";")) {
      const colon = declaration.indexOf(":");
      if (colon < 0 || variables.size >= mostVariables) continue;
      const name = declaration.slice(0, colon).trim();
      if (!name.startsWith("--")) continue;
      const value = declaration.slice(colon + 1).trim();
      variables.set(name, value.slice(0, longestVariable).toLowerCase());
    }
  }

  #blockOf({ body }: Rule): BlockPair {
    body.block ??= this.#styles.block(body.css.slice(body.from, body.to));
    return body.block;
  }
}

function bodyOf(css: string, from: number, to: number): Body {
  return { css, from, to, block: undefined, hasVariablesRead: false, clears: undefined };
}

function clears({ css, from, to }: Body): boolean {
  if (to - from > 2000) return false;
  return /\bclear\s*:\s*both/i.test(css.slice(from, to));
}

/** The page's own style sheets for a screen of this width. */
export function styleSheets(page: Page, viewport: number): string[] {
  const sheets: string[] = [];
  let budget = mostCharacters;
  for (let node = findTag(page, STYLE); node >= 0 && budget > 0; node = findTag(page, STYLE, node + 1)) {
    if (page.end[node] < node + 2) continue;
    const media = attribute(page, node, "media");
    const type = attribute(page, node, "type");
    if (media !== undefined && !matchesMedia(media, viewport)) continue;
    if (type !== undefined && type !== "" && type.toLowerCase() !== "text/css") continue;
    const css = page.strings[node + 1].slice(0, budget);
    budget -= css.length;
    sheets.push(css);
  }
  return sheets;
}

/** All possible class and id names in short sheets; undefined for longer ones, which have too many to search for. */
function namesIn(sheets: readonly string[]): readonly string[] | undefined {
  if (sheets.reduce((sum, sheet) => sum + sheet.length, 0) > shortSheets) return undefined;
  const css = sheets.join("\n");
  const names = new Set<string>();
  for (const match of css.replace(/\{[^}]*\}/g, " ").matchAll(/[.#]([\w-]+)/g)) names.add(match[1]);
  return css.includes("\\") || css.includes("@") || names.size > fewNames ? undefined : [...names];
}
