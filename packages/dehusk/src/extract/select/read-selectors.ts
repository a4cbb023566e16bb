import { attribute, isElement } from "../../page/index.ts";
import { type Combinator, matchSelectors, type Selector, type Test } from "./match-selectors.ts";

/** Each part has a bit of an integer. */
const mostParts = 31;

/** Maximum characters of a list of selectors: time is nodes times selectors, and patterns have limited memory. */
const mostText = 10_000;

/** Tests of one part, some of which store a number per node. */
const mostTests = 32;

/** Maximum nesting of `:is` and `:not`. */
const mostNested = 8;

const name = String.raw`((?:[-\w\u0080-\uffff]|\\.)+)`;
const value = String.raw`(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|${name})`;
const tokens = [
  String.raw`\s*([,>+~]\s*|\)|\s|$)|(\*)|([.#]?)${name}`,
  String.raw`\[\s*${name}\s*(?:([~|^$*]?=)\s*${value}\s*(i?)\s*)?\]`,
  String.raw`:(?:nth-child\(([-+\dn\s]+|even|odd)\)|(first|last)-child|(is|not)\(\s*)`,
].join("|");

/**
 * Reads CSS selectors: types, `*`, classes, ids, attributes, the four combinators, `:is`, `:not`, `:first-child`,
 * `:last-child` and `:nth-child`, and lists of these. Names are read generously: `.2nd` needs no escape.
 *
 * @returns undefined for anything else.
 *
 * @example readSelectors("main > .note, #footer")
 */
export function readSelectors(source: string): readonly Selector[] | undefined {
  if (source.length > mostText) return undefined;
  const text = source.trim();
  const token = new RegExp(tokens, "sy");
  return readList(0);

  function readList(depth: number): Selector[] | undefined {
    const list: Selector[] = [];
    let parts: [Combinator, Test[]][] = [];
    let tests: Test[] = [];
    let combinator: Combinator | "," = " ";
    for (;;) {
      const found = token.exec(text);
      if (found === null || tests.length > mostTests) return undefined;
      const [, sign, all, mark, own, key, operator, double, single, bare, flag, nth, edge, nested] = found;
      if (mark) {
        tests.push(mark === "." ? attributeTest("class", "~=", own) : attributeTest("id", "=", own));
      } else if (key) {
        tests.push(attributeTest(key, operator, double ?? single ?? bare, flag));
      } else if (nth || edge) {
        tests.push(placeTest(nth ?? "1", edge === "last"));
      } else if (nested) {
        const inner = depth < mostNested ? readList(depth + 1) : undefined;
        if (inner === undefined) return undefined;
        tests.push(nestedTest(inner, nested === "not" ? 0 : 1));
      } else if (all || own) {
        // A type comes first.
        if (tests.length > 0) return undefined;
        tests.push(typeTest(own));
      } else {
        if (tests.length === 0 || parts.length === mostParts) return undefined;
        parts.push([combinator as Combinator, tests]);
        tests = [];
        combinator = (sign.trim() || " ") as Combinator | ",";
        if (sign && !/[,)]/.test(sign)) continue;
        list.push(parts);
        parts = [];
        if (combinator !== ",") return depth > 0 === (sign === ")") ? list : undefined;
        combinator = " ";
      }
    }
  }
}

function typeTest(given: string | undefined): Test {
  const wanted = given && unescaped(given).toLowerCase();
  return ({ tag, tagNames }) => {
    // Names of SVG and MathML have their namespace before a space.
    const isWanted = tagNames.map((own) => !wanted || own.slice(own.lastIndexOf(" ") + 1).toLowerCase() === wanted);
    return (node) => isWanted[tag[node]];
  };
}

/** The pattern of a value, with "?" for the given text. */
const operators: Readonly<Record<string, string>> = {
  "=": "^?$",
  "~=": "(^|\\s)?(\\s|$)",
  "|=": "^?(-|$)",
  "^=": "^?",
  "$=": "?$",
  "*=": "?",
};

function attributeTest(key: string, operator = "", given = "", flag = ""): Test {
  const wanted = unescaped(given).replace(/[$(-+.?[-^{-}]/g, "\\$&");
  // No value begins with "", ends with it or contains it.
  const isNever = wanted === "" && /[~^$*]/.test(operator);
  const source = isNever ? "(?!)" : (operators[operator] ?? "").replace("?", () => wanted);
  const pattern = new RegExp(source, flag);
  return (page) => (node) => {
    const own = attribute(page, node, unescaped(key).toLowerCase());
    return own !== undefined && pattern.test(own);
  };
}

/** For the position of an element among its siblings, from 1. */
function placeTest(nth: string, fromEnd: boolean): Test {
  const formula = nth.replace(/\s/g, "").replace("even", "2n").replace("odd", "2n+1");
  const [, step, offset = "0"] = /^(?:([+-]?\d*)n)?([+-]?\d+)?$/.exec(formula) ?? [];
  const by = step === undefined ? 0 : Number(/\d/.test(step) ? step : `${step}1`);
  return (page) => {
    const { size, parent } = page;
    const places = new Int32Array(size);
    const count = new Int32Array(size);
    for (let i = 1; i < size; i++) {
      const node = fromEnd ? size - i : i;
      if (isElement(page, node)) places[node] = ++count[parent[node]];
    }
    return (node) => {
      const beyond = places[node] - Number(offset);
      return by === 0 ? beyond === 0 : beyond % by === 0 && beyond / by >= 0;
    };
  };
}

function nestedTest(of: readonly Selector[], wanted: number): Test {
  return (page) => {
    const matched = matchSelectors(page, of);
    return (node) => matched[node] === wanted;
  };
}

function unescaped(source: string): string {
  return source.replace(/\\(.)/gs, "$1");
}
