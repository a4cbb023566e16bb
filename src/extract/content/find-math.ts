import { attribute, findTag, isElement, isText, type Page, sumOf, tagName, tagNumber } from "../../page/index.ts";
import { isFormulaScript } from "../kept-nodes.ts";
import { linearMath } from "./linear-math.ts";
import { trimLines } from "./tex-in-text.ts";

const ANNOTATION = tagNumber("math annotation");
const DIV = tagNumber("div");
const IMG = tagNumber("img");
const MATH = tagNumber("math math");
const SCRIPT = tagNumber("script");
const SPAN = tagNumber("span");

/** Longer sources are no formulas but something gone wrong; they are written as text. */
const longestTex = 20_000;

/** A formula of the page. */
export interface Formula {
  /** Its TeX source, "" when only MathML is there. */
  readonly tex: string;
  /** As plain text in one line, when there is no TeX. */
  readonly plain: string;
  /** On a line of its own. */
  readonly display: boolean;
  /** The MathML element, -1 for none. */
  readonly element: number;
}

/**
 * Formulas by the node that stands for all of each: a `<math>`, the wrapper that KaTeX, MathJax or MediaWiki put
 * around a formula and its other renderings, a picture with TeX as its text, a MathJax script. What lies below or
 * was rendered from such a node says the same again and must not be written: it is mapped to undefined.
 *
 * @param content Running sum of what is kept: formulas without any are left out.
 */
export function findMath(page: Page, content: Int32Array): Map<number, Formula | undefined> {
  const formulas = new Map<number, Formula | undefined>();
  const nextMath = nextOf(page, MATH);
  const nextImage = nextOf(page, IMG);
  for (let i = 0; i < page.size; i++) {
    if (!isElement(page, i) || sumOf(page, content, i) === 0) continue;
    const formula = formulaAt(page, i, nextMath, nextImage);
    if (formula === undefined) continue;
    formulas.set(i, formula);
    if (page.tag[i] === SCRIPT) dropRendered(page, i, formulas);
    i = (page.end[i] as number) - 1;
  }
  return formulas;
}

/** Finds the first element with a tag from a node on; to be asked for nodes in rising order. */
type Next = (node: number) => number;

function nextOf(page: Page, tag: number): Next {
  let next = -1;
  return (node) => {
    if (next < node) {
      const found = findTag(page, tag, node);
      next = found < 0 ? page.size : found;
    }
    return next;
  };
}

function formulaAt(page: Page, node: number, nextMath: Next, nextImage: Next): Formula | undefined {
  const tag = page.tag[node] as number;
  if (tag === MATH) return mathmlFormula(page, node, attribute(page, node, "display") === "block");
  if (tag === SCRIPT) return isFormulaScript(page, node) ? scriptFormula(page, node) : undefined;
  if (tag === IMG) return imageFormula(page, node);
  if (tag === SPAN || tag === DIV) return wrapperFormula(page, node, nextMath, nextImage);
  if (tagName(page, node) !== "mjx-container") return undefined;
  const display = attribute(page, node, "display");
  return within(page, node, display === "true" || display === "block" || display === "", nextMath, nextImage);
}

function wrapperFormula(page: Page, node: number, nextMath: Next, nextImage: Next): Formula | undefined {
  const source = attribute(page, node, "data-tex") ?? attribute(page, node, "data-latex");
  if (source !== undefined && source.trim() !== "" && source.length <= longestTex) return texFormula(source, false, -1);
  const names = attribute(page, node, "class");
  if (names === undefined) return undefined;
  if (/(?:^|\s)katex(?:\s|$)/.test(names)) {
    const parent = attribute(page, page.parent[node] as number, "class") ?? "";
    return within(page, node, /\bkatex-display\b/.test(parent), nextMath, nextImage);
  }
  return /(?:^|\s)mwe-math-element(?:\s|$|-)/.test(names) ? within(page, node, false, nextMath, nextImage) : undefined;
}

/** The formula in a wrapper: its MathML, else a picture of it. */
function within(page: Page, wrapper: number, display: boolean, nextMath: Next, nextImage: Next): Formula | undefined {
  const end = page.end[wrapper] as number;
  const math = nextMath(wrapper);
  if (math < end) return mathmlFormula(page, math, display || attribute(page, math, "display") === "block");
  const image = nextImage(wrapper);
  return image < end ? imageFormula(page, image) : undefined;
}

function mathmlFormula(page: Page, math: number, display: boolean): Formula {
  const end = page.end[math] as number;
  for (let i = math + 1; i < end; i++) {
    if (page.tag[i] !== ANNOTATION || !/tex/i.test(attribute(page, i, "encoding") ?? "")) continue;
    const source = texts(page, i);
    if (source.trim() !== "" && source.length <= longestTex) return texFormula(source, display, math);
  }
  const alternative = attribute(page, math, "alttext") ?? "";
  if (/[\\^_{]/.test(alternative) && alternative.length <= longestTex) return texFormula(alternative, display, math);
  return { tex: "", plain: linearMath(page, math), display, element: math };
}

function scriptFormula(page: Page, script: number): Formula | undefined {
  let source = texts(page, script)
    .trim()
    .replace(/^%\s*<!\[CDATA\[/, "");
  if (source.endsWith("]]>")) source = source.slice(0, -3).trimEnd().replace(/%$/, "");
  if (source.trim() === "" || source.length > longestTex) return undefined;
  return texFormula(source, /mode\s*=\s*display/i.test(attribute(page, script, "type") ?? ""), -1);
}

function imageFormula(page: Page, img: number): Formula | undefined {
  const alternative = attribute(page, img, "alt")?.trim() ?? "";
  if (alternative === "" || alternative.length > longestTex) return undefined;
  const names = attribute(page, img, "class") ?? "";
  const known =
    /(?:^|\s)(?:mwe-math-fallback-image-(?:inline|display)|tex|latex|latexmath)(?:\s|$)/.test(names) ||
    /(?:latex\.codecogs\.com|\/latex\.php|\/cgi-bin\/mathtex)/.test(attribute(page, img, "src") ?? "");
  return known ? texFormula(alternative, /fallback-image-display/.test(names), -1) : undefined;
}

function texFormula(source: string, display: boolean, element: number): Formula {
  let tex = trimLines(source);
  const wrapped = /^\{\\(displaystyle|textstyle)\s?([\s\S]*)\}$/.exec(tex);
  if (wrapped !== null) tex = (wrapped[2] as string).trim();
  const delimited = /^(?:\$\$([\s\S]+)\$\$|\\\[([\s\S]+)\\\]|\\\(([\s\S]+)\\\)|\$([^$]+)\$)$/.exec(tex);
  if (delimited !== null) tex = (delimited[1] ?? delimited[2] ?? delimited[3] ?? delimited[4] ?? "").trim();
  const block = display || delimited?.[1] !== undefined || delimited?.[2] !== undefined;
  return { tex, plain: "", display: block, element };
}

/** MathJax 2 puts what it makes of a script before it, in spans and divs named after itself. */
function dropRendered(page: Page, script: number, formulas: Map<number, Formula | undefined>): void {
  const parent = page.parent[script] as number;
  let before = script - 1;
  for (let step = 0; step < 6 && before > parent; step++) {
    let sibling = before;
    while (page.parent[sibling] !== parent) sibling = page.parent[sibling] as number;
    if (isText(page, sibling) && /\S/.test(page.strings[sibling] as string)) break;
    if (isElement(page, sibling)) {
      if (!/(?:^|\s)MathJax/.test(attribute(page, sibling, "class") ?? "")) break;
      formulas.set(sibling, undefined);
    }
    before = sibling - 1;
  }
}

function texts(page: Page, node: number): string {
  let text = "";
  for (let i = node + 1; i < (page.end[node] as number); i++) if (isText(page, i)) text += page.strings[i];
  return text;
}
