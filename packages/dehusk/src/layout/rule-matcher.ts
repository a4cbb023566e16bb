import { attribute, type Page, tagNumber } from "../page/index.ts";
import { type ElementNames, tagBit } from "./element-names.ts";
import { type PlainSelector, readPlainSelector } from "./plain-selectors.ts";
import type { Bucket, CompoundTest, MoreTests, Rule } from "./rule.ts";
import { type Compound, parseSelector } from "./selectors.ts";

/** Elements visited in search of an ancestor or sibling, per rule and element. */
const mostSteps = 300;
/** Budget of rules tried and elements visited over the whole page: per element, plus a constant. */
const stepsPerElement = 100;
const freeSteps = 500_000;
/** Characters of an attribute value that count as one step. */
const charactersPerStep = 16;
/** Up to this many rules per element, insertion sort is faster. */
const fewRules = 32;

const A = tagNumber("a");

/** Finds the rules that match an element. Bounded over the whole page: past the budget no more rules match. */
export class RuleMatcher {
  readonly #page: Page;
  readonly #names: ElementNames;
  /** Rules that may match any element. */
  readonly #universal: readonly Rule[];
  /** Rules that match the last element, weakest first. */
  readonly matched: Rule[] = [];
  #count = 0;
  /** Steps left for the page, and for the current rule. */
  #pageSteps: number;
  #ruleSteps = 0;

  constructor(page: Page, names: ElementNames, universal: readonly Rule[]) {
    this.#page = page;
    this.#names = names;
    this.#universal = universal;
    this.#pageSteps = freeSteps + stepsPerElement * page.size;
  }

  /** Fills `matched` with the rules that match an element; returns their number. */
  match(node: number): number {
    this.#count = 0;
    this.#tryAll(node, this.#universal);
    if (this.#names.attributes.size > 0) {
      const list = this.#page.attributes[node];
      for (let i = 0; i < list.length; i++) {
        const bucket = this.#names.attributes.get(list[i].name);
        if (bucket !== undefined) this.#tryAll(node, bucket.rules);
      }
    }
    const byTag = this.#names.byTag[this.#page.tag[node]];
    if (byTag !== undefined) this.#tryAll(node, byTag.rules);
    const buckets = this.#names.classLists[node];
    for (let i = 0; i < buckets.length; i++) this.#tryAll(node, buckets[i].rules);
    const id = this.#names.idOf[node];
    if (id !== undefined) this.#tryAll(node, (this.#names.ids.get(id) as Bucket).rules);
    if (this.#count > fewRules) {
      this.matched.length = this.#count;
      this.matched.sort((a, b) => a.specificity - b.specificity || a.order - b.order);
    }
    return this.#count;
  }

  #tryAll(node: number, rules: readonly Rule[]): void {
    if (rules.length === 0 || rules.length > this.#pageSteps) return;
    this.#pageSteps -= rules.length;
    const above = this.#page.parent[node];
    const low = this.#names.lowBits[above];
    const high = this.#names.highBits[above];
    const tagBits = this.#names.tagBits[above];
    for (let i = 0; i < rules.length && this.#pageSteps >= 0; i++) {
      const rule = rules[i];
      if (!rule.isRead) this.#read(rule);
      if ((low & rule.low) !== rule.low || (high & rule.high) !== rule.high) continue;
      if ((tagBits & rule.tagBits) !== rule.tagBits) continue;
      if (rule.tests.length === 0) continue;
      this.#ruleSteps = mostSteps;
      if (this.#matchesRule(rule.tests, node)) this.#insert(rule);
      this.#pageSteps -= mostSteps - this.#ruleSteps;
    }
  }

  #insert(rule: Rule): void {
    const { matched } = this;
    let at = this.#count++;
    for (; at > 0 && at < fewRules && isWeaker(rule, matched[at - 1]); at--) matched[at] = matched[at - 1];
    matched[at] = rule;
  }

  #read(rule: Rule): void {
    rule.isRead = true;
    const selector = readPlainSelector(rule.text, this.#names) ?? this.#readAny(rule.text);
    if (selector === undefined) return;
    let isAbove = true;
    for (const [index, { tag, id, classes, combinator }] of selector.tests.entries()) {
      if (index > 0 && isAbove) {
        const named = id === undefined ? classes : [...classes, this.#names.ids.get(id) as Bucket];
        for (const bucket of named) {
          rule.low |= bucket.low;
          rule.high |= bucket.high;
        }
        if (tag >= 0) rule.tagBits |= tagBit(tag);
      }
      if (combinator === "+" || combinator === "~") isAbove = false;
    }
    rule.specificity = selector.specificity;
    rule.tests = selector.tests;
  }

  #readAny(text: string): PlainSelector | undefined {
    const selector = parseSelector(text);
    if (selector === undefined) return undefined;
    const tests: CompoundTest[] = [];
    for (const [index, compound] of selector.compounds.entries()) {
      const test = this.#resolve(compound, selector.combinators[index] ?? "");
      if (test === undefined) return undefined;
      tests.push(test);
    }
    return { tests, specificity: selector.specificity };
  }

  /** Looks up a compound's names on the page; undefined if one is missing. */
  #resolve(compound: Compound, combinator: string): CompoundTest | undefined {
    const { tag, ids, classes, attributes, tests, any, none } = compound;
    const buckets: Bucket[] = [];
    for (const name of classes) {
      const bucket = this.#names.classes.get(name);
      if (bucket === undefined) return undefined;
      buckets.push(bucket);
    }
    const number = tag === "" ? -1 : this.#names.tagNumber(tag);
    if (tag !== "" && number < 0) return undefined;
    if (ids.length > 0 && (ids.length > 1 || !this.#names.ids.has(ids[0]))) return undefined;
    const hasMore = attributes.length + tests.length + any.length + none.length > 0;
    return {
      tag: number,
      id: ids[0],
      classes: buckets,
      rest: hasMore ? this.#resolveMore(compound) : undefined,
      combinator,
    };
  }

  #resolveMore({ attributes, tests, any, none }: Compound): MoreTests {
    const resolve = (list: readonly Compound[]): CompoundTest[] =>
      list.map((compound) => this.#resolve(compound, "")).filter((test) => test !== undefined);
    return { attributes, tests, any: any.map(resolve), none: resolve(none) };
  }

  /**
   * Whether a rule's compounds match, with the rightmost on `node`. Each compound is matched as near as possible; if a
   * `>` or `+` then fails, the last descendant combinator backtracks further up.
   */
  #matchesRule(tests: readonly CompoundTest[], node: number): boolean {
    if (!this.#passes(tests[0], node)) return false;
    const { parent } = this.#page;
    let index = 1;
    let at = node;
    let againIndex = 0;
    let againAt = 0;
    while (index < tests.length) {
      const test = tests[index];
      const combinator = tests[index - 1].combinator;
      const steps = combinator === "+" || combinator === "~" ? this.#names.previous : parent;
      at = steps[at];
      if (combinator === " " || combinator === "~") {
        while (at > 0 && !this.#passes(test, at) && this.#ruleSteps-- > 0) at = steps[at];
        againIndex = combinator === " " ? index : 0;
        againAt = at;
      }
      if (at > 0 && this.#ruleSteps > 0 && this.#passes(test, at)) index++;
      else if (againIndex === 0 || againAt <= 0 || this.#ruleSteps <= 0) return false;
      else {
        // `againAt` matched before: continue above it.
        if (at === againAt) return false;
        index = againIndex;
        at = againAt;
        this.#ruleSteps--;
      }
    }
    return true;
  }

  #passes({ tag, id, classes, rest }: CompoundTest, node: number): boolean {
    if (tag >= 0 && this.#page.tag[node] !== tag) return false;
    if (node <= 0 || (id !== undefined && this.#names.idOf[node] !== id)) return false;
    if (classes.length > 0) {
      const list = this.#names.classLists[node];
      for (let i = 0; i < classes.length; i++) if (!list.includes(classes[i])) return false;
    }
    return rest === undefined || this.#holdsMore(rest, node);
  }

  #holdsMore({ attributes, tests, any, none }: MoreTests, node: number): boolean {
    // Loops: a closure per element and rule would keep the collector busy.
    for (let i = 0; i < attributes.length; i++) {
      const { name, operator, value } = attributes[i];
      const actual = attribute(this.#page, node, name);
      if (actual === undefined) return false;
      this.#pageSteps -= Math.floor(actual.length / charactersPerStep);
      if (!matchesValue(actual, operator, value)) return false;
    }
    for (let i = 0; i < tests.length; i++) {
      if (!this.#holds(tests[i], node)) return false;
    }
    for (let i = 0; i < any.length; i++) {
      if (!this.#passesOne(any[i], node)) return false;
    }
    return none.length === 0 || !this.#passesOne(none, node);
  }

  #passesOne(list: readonly CompoundTest[], node: number): boolean {
    for (let i = 0; i < list.length; i++) if (this.#passes(list[i], node)) return true;
    return false;
  }

  #holds(test: Compound["tests"][number], node: number): boolean {
    const page = this.#page;
    switch (test.kind) {
      case "nth": {
        const from = this.#names.place[node] - test.first;
        return test.step === 0 ? from === 0 : from % test.step === 0 && from / test.step >= 0;
      }
      case "last":
        return this.#names.last[page.parent[node]] === node;
      case "empty":
        return page.end[node] === node + 1;
      default:
        return page.tag[node] === A && attribute(page, node, "href") !== undefined;
    }
  }
}

function isWeaker(rule: Rule, other: Rule): boolean {
  const difference = rule.specificity - other.specificity;
  return difference < 0 || (difference === 0 && rule.order < other.order);
}

function matchesValue(actual: string, operator: string, value: string): boolean {
  switch (operator) {
    case "":
      return true;
    case "=":
      return actual === value;
    case "^=":
      return value !== "" && actual.startsWith(value);
    case "$=":
      return value !== "" && actual.endsWith(value);
    case "*=":
      return value !== "" && actual.includes(value);
    case "~=":
      return hasWord(actual, value);
    default:
      return actual === value || actual.startsWith(`${value}-`);
  }
}

/** Whether a word occurs, delimited by white space or the ends of the text. */
function hasWord(text: string, word: string): boolean {
  if (word === "") return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if ((at === 0 || text.charCodeAt(at - 1) <= 0x20) && (end === text.length || text.charCodeAt(end) <= 0x20)) {
      return true;
    }
  }
  return false;
}
