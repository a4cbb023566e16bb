import { attribute, findTag, type Page, tagNumber } from "../page/index.ts";
import type { Arena } from "./arena.ts";
import { clearAfter } from "./declarations.ts";
import { bucketOf, ElementNames } from "./element-names.ts";
import { matchesMedia } from "./media-query.ts";
import type { Body, CompoundTest, Rule } from "./rule.ts";
import { RuleMatcher } from "./rule-matcher.ts";
import { lookUpKey, splitSelectors } from "./selectors.ts";
import { scanStyleSheet } from "./style-sheet.ts";
import type { BlockPair, StyleTable } from "./style-table.ts";

const mostCharacters = 4_000_000;
const mostRules = 30_000;
const mostVariables = 5000;

const STYLE = tagNumber("style");

/** What generated content that clears floats does to its element. */
const clearCss = `${clearAfter}:1`;
const clearingAfter = /^(.*[^:\s>+~])::?after$/i;
const noTests: readonly CompoundTest[] = [];

/**
 * The rules of a page's own style sheets, found by the id, class or tag of their right-most part, as browsers do.
 * Selectors and declarations are read when the first element asks for them; rules that ask for a name which the page
 * does not have are not even kept. Bounded whatever the page holds: rules past the limits above are left out.
 */
export class RuleIndex {
  readonly #page: Page;
  readonly #styles: StyleTable;
  readonly #names: ElementNames;
  readonly #matcher: RuleMatcher;
  readonly #universal: Rule[] = [];
  #ruleCount = 0;

  constructor(page: Page, styles: StyleTable, arena: Arena) {
    this.#page = page;
    this.#styles = styles;
    this.#names = new ElementNames(page, arena);
    this.#matcher = new RuleMatcher(page, this.#names, this.#universal);
    this.#readSheets();
    this.#names.numberTags(page);
  }

  /** Whether a page has style sheets of its own. */
  static hasSheets(page: Page): boolean {
    return findTag(page, STYLE) >= 0;
  }

  /** The style of an element under the rules that match it; its ancestors come first. */
  apply(node: number, row: number, inline: BlockPair | undefined): number {
    const count = this.#matcher.match(node);
    const { matched } = this.#matcher;
    let result = row;
    for (let i = 0; i < count; i++) {
      const { normal } = this.#blockOf(matched[i] as Rule);
      if (normal >= 0) result = this.#styles.apply(result, normal);
    }
    if (inline !== undefined && inline.normal >= 0) result = this.#styles.apply(result, inline.normal);
    for (let i = 0; i < count; i++) {
      const { important } = this.#blockOf(matched[i] as Rule);
      if (important >= 0) result = this.#styles.apply(result, important);
    }
    return result;
  }

  #readSheets(): void {
    const page = this.#page;
    let budget = mostCharacters;
    for (let node = findTag(page, STYLE); node >= 0 && budget > 0; node = findTag(page, STYLE, node + 1)) {
      const media = attribute(page, node, "media");
      const type = attribute(page, node, "type");
      if (media !== undefined && !matchesMedia(media, this.#styles.context.viewport)) continue;
      if (type !== undefined && type !== "" && type.toLowerCase() !== "text/css") continue;
      const css = (page.strings[node + 1] ?? "").slice(0, budget);
      if ((page.end[node] as number) < node + 2) continue;
      budget -= css.length;
      scanStyleSheet(css, this.#styles.context.viewport, (selectors, text, from, to) =>
        this.#addRules(selectors, { css: text, from, to, block: undefined }),
      );
    }
  }

  #addRules(selectors: string, body: Body): void {
    for (const text of splitSelectors(selectors)) this.#addRule(text, body);
  }

  #addRule(text: string, body: Body): void {
    if (this.#ruleCount >= mostRules) return;
    const key = lookUpKey(text);
    if (key === undefined) {
      const element = clearingAfter.exec(text)?.[1];
      if (element !== undefined && clears(body))
        this.#addRule(element, { css: clearCss, from: 0, to: clearCss.length, block: undefined });
      return;
    }
    if (key === "html" || key === "body") this.#readVariables(body);
    const rules = this.#rulesFor(key);
    if (rules === undefined) return;
    const order = this.#ruleCount++;
    rules.push({ text, body, order, tests: noTests, specificity: 0, low: 0, high: 0, tagBits: 0, isRead: false });
  }

  /** Where rules of a key are kept; undefined when nothing on the page has the name. */
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

  #readVariables({ css, from, to }: Body): void {
    if (css.indexOf("--", from) >= to) return;
    const { variables } = this.#styles.context;
    for (const match of css.slice(from, to).matchAll(/(--[\w-]+)\s*:\s*([^;]{1,200})/g)) {
      if (variables.size < mostVariables) variables.set(match[1] as string, (match[2] as string).trim().toLowerCase());
    }
  }

  #blockOf({ body }: Rule): BlockPair {
    body.block ??= this.#styles.block(body.css.slice(body.from, body.to));
    return body.block;
  }
}

function clears({ css, from, to }: Body): boolean {
  return /\bclear\s*:\s*both/i.test(css.slice(from, to));
}
