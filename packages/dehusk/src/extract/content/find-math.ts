import {
  attribute,
  COMMENT,
  findTag,
  Gap,
  isElement,
  isText,
  type Page,
  sumOf,
  tagNumber,
  textOf,
} from "../../page/index.ts";
import { isFormulaScript } from "../kept-nodes.ts";
import { asciimathToTex } from "./asciimath-to-tex.ts";
import { classNames } from "./class-names.ts";
import { longestTex, sourceOf } from "./formula-source.ts";
import { imageTex } from "./image-formula.ts";
import { isLikelyTex, undelimited } from "./looks-like-tex.ts";
import { mathmlToTex } from "./mathml-to-tex.ts";

const ANNOTATION = tagNumber("math annotation");
const BR = tagNumber("br");
const IMG = tagNumber("img");
const MATH = tagNumber("math math");
const TR = tagNumber("tr");
const SCRIPT = tagNumber("script");

/** Elements in which libraries put formulas. */
const wrappers = new Set("span,div,p,code,pre".split(",").map(tagNumber));

/** A formula of more nodes is something else. */
const mostTexts = 60;

/** A formula of the page. */
export interface Formula {
  /** Its TeX, "" if there is none and too much MathML to convert. */
  readonly tex: string;
  /** As plain text in one line, if the page has no TeX for it. */
  readonly plain: string;
  /** On a line of its own. */
  readonly display: boolean;
  /** The MathML element, -1 for none. */
  readonly element: number;
}

/**
 * Formulas by the node that represents each: a `<math>`, the wrapper that KaTeX, MathJax or MediaWiki put
 * around a formula and its other renderings, a picture with TeX as its text, a MathJax script. What lies below or
 * was rendered from such a node is a repetition that must not be written: it is mapped to undefined.
 *
 * @param content Running sum of kept content: formulas without any are left out.
 */
export function findMath(page: Page, content: Int32Array): Map<number, Formula | undefined> {
  const formulas = new Map<number, Formula | undefined>();
  const next: Next = { content, math: nextOf(page, MATH), named: namedTags(page) };
  for (let i = 0; i < page.size; i++) {
    if (!isElement(page, i) || sumOf(page, content, i) === 0) continue;
    if (page.tag[i] === TR && /(?:^|_)equation/.test(classNames(page, i))) joinRow(page, i, formulas);
    const formula = formulas.has(i) ? formulas.get(i) : formulaAt(page, i, next);
    if (formula === undefined) continue;
    formulas.set(i, formula);
    if (page.tag[i] === SCRIPT) dropRendered(page, i, formulas);
    i = page.end[i] - 1;
  }
  return formulas;
}

/** Joins an equation whose sides are in separate cells into one formula in place of the first. */
function joinRow(page: Page, row: number, formulas: Map<number, Formula | undefined>): void {
  const parts: number[] = [];
  for (let i = findTag(page, MATH, row, page.end[row]); i >= 0; i = findTag(page, MATH, page.end[i], page.end[row]))
    parts.push(i);
  if (parts.length < 2) return;
  const tex = parts.map((math) => mathmlFormula(page, math, true).tex).join(" ");
  for (const math of parts) formulas.set(math, undefined);
  formulas.set(parts[0], texFormula(tex, true, -1));
}

/** The page's formulas so far. */
interface Next {
  readonly content: Int32Array;
  /** The first MathML from a node on, for nodes in ascending order. */
  readonly math: (node: number) => number;
  /** Elements that are formulas by name. */
  readonly named: ReadonlyMap<number, string>;
}

/** Names of elements with formulas, with or without a prefix. */
const formulaNames = new Set("math,mjx-container,formula,latex,tex,tex-math,math-renderer,d-math".split(","));

function namedTags(page: Page): Map<number, string> {
  const named = new Map<number, string>();
  page.tagNames.forEach((name, tag) => {
    const own = name.replace(/^(?:math |\w+:)/, "");
    if (formulaNames.has(own)) named.set(tag, own);
  });
  return named;
}

function nextOf(page: Page, tag: number): (node: number) => number {
  let next = -1;
  return (node) => {
    if (next < node) {
      const found = findTag(page, tag, node);
      next = found < 0 ? page.size : found;
    }
    return next;
  };
}

function formulaAt(page: Page, node: number, next: Next): Formula | undefined {
  const tag = page.tag[node];
  if (tag === SCRIPT) return isFormulaScript(page, node) ? scriptFormula(page, node) : undefined;
  if (tag === IMG) return imageFormula(page, node, next.content);
  if (wrappers.has(tag)) return wrapperFormula(page, node, next);
  switch (next.named.get(tag)) {
    case "math":
      return mathmlFormula(page, node, false);
    case "mjx-container":
      return within(page, node, isDisplay(page, node), next);
    case undefined:
      return undefined;
    default:
      return textFormula(page, node, isDisplay(page, node));
  }
}

function isDisplay(page: Page, node: number): boolean {
  return /^(?:true|block|)$/.test(attribute(page, node, "display") ?? "no");
}

const mathClass = /(?:^|[\s-])(?:math|tex|latex|katex|mathjax\w*)(?:\s|$)/i;

function wrapperFormula(page: Page, node: number, next: Next): Formula | undefined {
  if (page.attributes[node].length === 0) return undefined;
  const source = sourceOf(page, node);
  if (source !== undefined && isRendered(page, node, source)) return texFormula(source, false, -1);
  const names = classNames(page, node);
  if (names === "") return undefined;
  if (/(?:^|\s)(?:katex|mwe-math-element|MathJax)(?:\s|$|[-_])/.test(names)) {
    const around = classNames(page, page.parent[node]);
    const formula = within(page, node, /[-_]display\b/i.test(`${names} ${around}`), next);
    if (formula !== undefined) return formula;
  }
  if (!mathClass.test(names)) return undefined;
  const display =
    page.gap[node] >= Gap.Line ||
    /(?:^|\s)(?:display|block)/.test(names) ||
    attribute(page, node, "data-math-style") === "display";
  return textFormula(page, node, display);
}

/** The formula that is an element's text, for a script to set. */
function textFormula(page: Page, node: number, display: boolean): Formula | undefined {
  const end = page.end[node];
  if (end - node > mostTexts) return undefined;
  let source = "";
  for (let i = node + 1; i < end; i++) {
    if (isText(page, i)) source += page.strings[i];
    else if (page.tag[i] === BR) source += "\n";
    else if (page.tag[i] !== COMMENT) return undefined;
  }
  if (source.length > longestTex) return undefined;
  const formula = texFormula(source, display, -1);
  const holdsMore = /\\[([]|\$/.test(formula.tex.replace(/\\\$/g, ""));
  return formula.tex === "" || holdsMore || !isLikelyTex(formula.tex) ? undefined : formula;
}

/** Whether the visible text of an element can be a formula: not much longer than the source, without blocks. */
function isRendered(page: Page, node: number, source: string): boolean {
  const text = textOf(page, node);
  return text.length <= 4 * source.length + 200 && !text.includes("\n\n") && !holdsBlocks(page, node);
}

/** How far to look for blocks. */
const furthestBlock = 200;

function holdsBlocks(page: Page, node: number): boolean {
  const end = Math.min(page.end[node], node + furthestBlock);
  for (let i = node + 1; i < end; i++) if (page.gap[i] >= Gap.Blank) return true;
  return false;
}

/** The formula in a wrapper. */
function within(page: Page, wrapper: number, display: boolean, next: Next): Formula | undefined {
  const end = page.end[wrapper];
  const math = next.math(wrapper);
  if (math < end) return mathmlFormula(page, math, display);
  // MathJax 4 gives the source of each part, the whole first.
  const source = wrapper + 1 < end ? sourceOf(page, wrapper + 1) : undefined;
  return source === undefined ? undefined : texFormula(source, display, -1);
}

function mathmlFormula(page: Page, math: number, inDisplay: boolean): Formula {
  const display = inDisplay || isDisplay(page, math);
  const end = page.end[math];
  for (let i = math + 1; i < end; i++) {
    if (page.tag[i] !== ANNOTATION || !/tex/i.test(attribute(page, i, "encoding") ?? "")) continue;
    const source = texts(page, i);
    if (source.trim() !== "" && source.length <= longestTex) return texFormula(source, display, math);
    // Its contents have been read with it.
    i = page.end[i] - 1;
  }
  const alternative = attribute(page, math, "data-latex") ?? attribute(page, math, "alttext") ?? "";
  if (/[\\^_{]/.test(alternative) && alternative.length <= longestTex) return texFormula(alternative, display, math);
  const plain = textOf(page, math).replace(/\s+/g, " ");
  return { tex: mathmlToTex(page, math), plain, display, element: math };
}

function scriptFormula(page: Page, script: number): Formula | undefined {
  let source = texts(page, script)
    .trim()
    .replace(/^%\s*<!\[CDATA\[/, "");
  if (source.endsWith("]]>")) source = source.slice(0, -3).trimEnd().replace(/%$/, "");
  if (source.trim() === "" || source.length > longestTex) return undefined;
  const type = attribute(page, script, "type") ?? "";
  if (/asciimath/i.test(type)) source = asciimathToTex(source);
  return texFormula(source, /mode\s*=\s*display/i.test(type), -1);
}

function imageFormula(page: Page, img: number, content: Int32Array): Formula | undefined {
  const tex = imageTex(page, img);
  if (tex === undefined || tex.length > longestTex) return undefined;
  const parent = page.parent[img];
  const isAlone = page.gap[parent] >= Gap.Line && sumOf(page, content, parent) === 1;
  return texFormula(tex, isAlone || /image-display/.test(classNames(page, img)), -1);
}

function texFormula(source: string, display: boolean, element: number): Formula {
  const outer = undelimited(source);
  const styled = /^\{\\(?:displaystyle|textstyle)\s?([\s\S]*)\}$/.exec(outer.tex);
  const inner = styled === null ? outer : undelimited(styled[1]);
  const block = display || outer.display === true || inner.display === true || /^\\begin\{/.test(inner.tex);
  return { tex: inner.tex, plain: "", display: block, element };
}

const renderedClass = /(?:^|\s)MathJax(?:_\w+)?(?:\s|$)/;

/** MathJax 2 puts the rendering of a script before it, in spans and divs named after itself. */
function dropRendered(page: Page, script: number, formulas: Map<number, Formula | undefined>): void {
  const parent = page.parent[script];
  let before = script - 1;
  for (let step = 0; step < 6 && before > parent; step++) {
    let sibling = before;
    while (page.parent[sibling] !== parent) sibling = page.parent[sibling];
    if (isText(page, sibling) && /\S/.test(page.strings[sibling])) break;
    if (isElement(page, sibling)) {
      if (!renderedClass.test(classNames(page, sibling)) || holdsBlocks(page, sibling)) break;
      formulas.set(sibling, undefined);
    }
    before = sibling - 1;
  }
}

function texts(page: Page, node: number): string {
  let text = "";
  const end = page.end[node];
  for (let i = node + 1; i < end && text.length <= longestTex; i++) if (isText(page, i)) text += page.strings[i];
  return text;
}
