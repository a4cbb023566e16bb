import {
  attribute,
  findTag,
  Gap,
  isElement,
  isText,
  type Page,
  sumOf,
  tagName,
  tagNumber,
  textOf,
} from "../../page/index.ts";
import { isFormulaScript } from "../kept-nodes.ts";
import { classNames } from "./class-names.ts";
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
  const next: Next = { math: nextOf(page, MATH), image: nextOf(page, IMG), imageFormula: imageReader(page) };
  for (let i = 0; i < page.size; i++) {
    if (!isElement(page, i) || sumOf(page, content, i) === 0) continue;
    const formula = formulaAt(page, i, next);
    if (formula === undefined) continue;
    formulas.set(i, formula);
    if (page.tag[i] === SCRIPT) dropRendered(page, i, formulas);
    i = page.end[i] - 1;
  }
  return formulas;
}

/** What wrappers look for. Each finds the first element of a kind from a node on, for nodes in rising order. */
interface Next {
  readonly math: (node: number) => number;
  readonly image: (node: number) => number;
  /** The formula of a picture, read once however many wrappers lie around it. */
  readonly imageFormula: (image: number) => Formula | undefined;
}

function imageReader(page: Page): Next["imageFormula"] {
  let last = -1;
  let formula: Formula | undefined;
  return (image) => {
    if (image !== last) formula = imageFormula(page, image);
    last = image;
    return formula;
  };
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
  if (tag === MATH) return mathmlFormula(page, node, attribute(page, node, "display") === "block");
  if (tag === SCRIPT) return isFormulaScript(page, node) ? scriptFormula(page, node) : undefined;
  if (tag === IMG) return next.imageFormula(node);
  if (tag === SPAN || tag === DIV) return wrapperFormula(page, node, next);
  if (tagName(page, node) !== "mjx-container") return undefined;
  const display = attribute(page, node, "display");
  return within(page, node, display === "true" || display === "block" || display === "", next);
}

function wrapperFormula(page: Page, node: number, next: Next): Formula | undefined {
  const source = attribute(page, node, "data-tex") ?? attribute(page, node, "data-latex");
  if (source !== undefined && source.length <= longestTex && source.trim() !== "" && isRendered(page, node, source)) {
    return texFormula(source, false, -1);
  }
  const names = classNames(page, node);
  if (names === "") return undefined;
  if (/(?:^|\s)katex(?:\s|$)/.test(names)) {
    const parent = classNames(page, page.parent[node]);
    return within(page, node, /\bkatex-display\b/.test(parent), next);
  }
  return /(?:^|\s)mwe-math-element(?:\s|$|-)/.test(names) ? within(page, node, false, next) : undefined;
}

/** Whether what an element shows can be a formula: it is not much longer than the source and holds no blocks. */
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

/** The formula in a wrapper: its MathML, else a picture of it. */
function within(page: Page, wrapper: number, display: boolean, next: Next): Formula | undefined {
  const end = page.end[wrapper];
  const math = next.math(wrapper);
  if (math < end) return mathmlFormula(page, math, display || attribute(page, math, "display") === "block");
  const image = next.image(wrapper);
  return image < end ? next.imageFormula(image) : undefined;
}

function mathmlFormula(page: Page, math: number, display: boolean): Formula {
  const end = page.end[math];
  for (let i = math + 1; i < end; i++) {
    if (page.tag[i] !== ANNOTATION || !/tex/i.test(attribute(page, i, "encoding") ?? "")) continue;
    const source = texts(page, i);
    if (source.trim() !== "" && source.length <= longestTex) return texFormula(source, display, math);
    // What lies in it has been read with it.
    i = page.end[i] - 1;
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
  const names = classNames(page, img);
  const known =
    /(?:^|\s)(?:mwe-math-fallback-image-(?:inline|display)|tex|latex|latexmath)(?:\s|$)/.test(names) ||
    /(?:latex\.codecogs\.com|\/latex\.php|\/cgi-bin\/mathtex)/.test((attribute(page, img, "src") ?? "").slice(0, 400));
  return known ? texFormula(alternative, /fallback-image-display/.test(names), -1) : undefined;
}

function texFormula(source: string, display: boolean, element: number): Formula {
  let tex = trimLines(source);
  const wrapped = /^\{\\(displaystyle|textstyle)\s?([\s\S]*)\}$/.exec(tex);
  if (wrapped !== null) tex = wrapped[2].trim();
  const delimited = /^(?:\$\$([\s\S]+)\$\$|\\\[([\s\S]+)\\\]|\\\(([\s\S]+)\\\)|\$([^$]+)\$)$/.exec(tex);
  if (delimited !== null) tex = (delimited[1] ?? delimited[2] ?? delimited[3] ?? delimited[4] ?? "").trim();
  const block = display || delimited?.[1] !== undefined || delimited?.[2] !== undefined;
  return { tex, plain: "", display: block, element };
}

const renderedClass =
  /(?:^|\s)MathJax(?:_(?:Preview|Processing|Processed|Error|PlainSource|MathML|(?:SVG|CHTML|PHTML)(?:_Display)?|Display))?(?:\s|$)/;

/** MathJax 2 puts what it makes of a script before it, in spans and divs named after itself. */
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
