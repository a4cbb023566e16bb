import { attribute, COMMENT, Gap, isShown, Mark, type Page, sumOf, TEXT, tagNumber } from "../../page/index.ts";
import { classNames } from "./class-names.ts";

const BR = tagNumber("br");
const CODE = tagNumber("code");
const DIV = tagNumber("div");
const FIGURE = tagNumber("figure");
const PRE = tagNumber("pre");
const SPAN = tagNumber("span");
const TD = tagNumber("td");
const TH = tagNumber("th");

/** Class names of elements that hold nothing but line numbers. */
const gutterClass =
  /(?:^|\s)(?:line-?numbers?|linenos?(?:div)?|line-numbers-rows|ln|gutter|rouge-gutter|hljs-ln-n(?:umbers)?|blob-num|lnt|crayon-nums(?:-content)?|react-syntax-highlighter-line-number)(?:\s|$)/i;

/**
 * The code of a subtree as it is shown: line ends where the page has them, also those made by blocks and `<br>`. Line
 * numbers are left out: they are no code, and who copies code does not want them.
 */
export function codeText(page: Page, kept: Uint8Array, node: number): string {
  const end = page.end[node];
  const pieces: string[] = [];
  const openEnds: number[] = [];
  let atLineStart = true;
  for (let i = node + 1; i < end; i++) {
    while (openEnds.length > 0 && openEnds[openEnds.length - 1] <= i) {
      openEnds.pop();
      endLine();
    }
    const tag = page.tag[i];
    if (tag === TEXT) {
      if (kept[i] === 1) addText(page.strings[i], (page.marks[i] & Mark.Preserved) !== 0);
      else if (isShown(page, i) && !atLineStart) add(" ");
    } else if (tag === BR) {
      if (kept[i] === 1) add("\n");
    } else if (tag > COMMENT) {
      if (isGutter(page, i)) i = page.end[i] - 1;
      else if (page.gap[i] >= Gap.Line) {
        endLine();
        openEnds.push(page.end[i]);
      }
    }
  }
  // Highlighters that do without <pre> indent with no-break spaces.
  return withoutBlankStart(pieces.join("").replaceAll("\u00a0", " ")).trimEnd();

  function addText(text: string, preserved: boolean): void {
    if (preserved) add(text.replace(/\r\n?/g, "\n"));
    else if (/[^ \t\n\f\r]/.test(text) || !atLineStart) add(text.replace(/[ \t\n\f\r]+/g, " "));
  }

  function add(text: string): void {
    if (text === "") return;
    pieces.push(text);
    atLineStart = text.endsWith("\n");
  }

  function endLine(): void {
    if (!atLineStart) add("\n");
  }
}

/** Code from its first line on that is not blank. */
function withoutBlankStart(code: string): string {
  let start = 0;
  for (let i = 0; i < code.length; i++) {
    const sign = code.charCodeAt(i);
    if (sign === 0x0a) start = i + 1;
    else if (sign !== 0x20 && sign !== 0x09) break;
  }
  return code.slice(start);
}

/** Whether an element holds line numbers only: it is named so, and there is nothing but numbers in it. */
export function isGutter(page: Page, node: number): boolean {
  if (!gutterClass.test(classNames(page, node))) return false;
  const { characters, digits, punctuation } = page.sums;
  return sumOf(page, characters, node) === sumOf(page, digits, node) + sumOf(page, punctuation, node);
}

/** Whether a cell holds code, in tables that highlighters make: one cell for the numbers, one for the code. */
export function isCodeCell(page: Page, node: number): boolean {
  const tag = page.tag[node];
  if (tag !== TD && tag !== TH) return false;
  return /(?:^|\s)(?:code|blob-code|hljs-ln-code|rouge-code)(?:\s|$)/.test(classNames(page, node));
}

const notLanguages = new Set([
  ..."none plain plaintext text txt default nohighlight no-highlight code raw output source notranslate".split(" "),
]);

/** With white space and prefix. */
const longestLanguage = 60;

/** How far up to look for a language: `<div class="language-js"><div class="highlight"><pre>`. */
const levelsUp = 3;

/** The language of a block of code, "" when the page does not say: from class names and data attributes. */
export function codeLanguage(page: Page, node: number): string {
  const end = Math.min(page.end[node], node + 4);
  for (let i = node; i < end; i++) {
    if (i === node || page.tag[i] === CODE) {
      const language = languageOf(page, i);
      if (language !== "") return language;
    }
  }
  let outer = page.parent[node];
  for (let level = 0; level < levelsUp && outer > 0; level++) {
    const tag = page.tag[outer];
    if (tag !== DIV && tag !== PRE && tag !== FIGURE && tag !== SPAN && tag !== CODE) break;
    const language = languageOf(page, outer);
    if (language !== "") return language;
    outer = page.parent[outer];
  }
  return "";
}

function languageOf(page: Page, node: number): string {
  for (const name of ["data-lang", "data-language", "data-code-language"]) {
    const language = clean(attribute(page, node, name) ?? "");
    if (language !== "") return language;
  }
  const names = classNames(page, node);
  const named =
    /(?:^|\s)(?:language|lang|highlight-source|highlight-text)-([\w+#.-]+)/i.exec(names) ??
    /\bbrush:\s*([\w+#.-]+)/i.exec(names) ??
    /(?:^|\s)(?:hljs|sourceCode|prettyprint|highlight)\s+(?:language-)?([\w+#.-]+)/.exec(names) ??
    /(?:^|\s)highlight-([\w+#.]+)/.exec(names);
  return named === null ? "" : clean(named[1] ?? "");
}

function clean(name: string): string {
  if (name.length > longestLanguage) return "";
  const language = name
    .trim()
    .toLowerCase()
    .replace(/^(?:source-|lang-|language-)/, "");
  if (!/^[a-z][a-z0-9+#.-]{0,19}$/.test(language) && language !== "c") return "";
  return notLanguages.has(language) ? "" : language;
}
