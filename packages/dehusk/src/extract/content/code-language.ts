import { attribute, findTag, Gap, isElement, type Page, sumOf, TEXT, tagNumber, textOf } from "../../page/index.ts";
import { classNames } from "./class-names.ts";
import { Role, roleOf } from "./roles.ts";

const BUTTON = tagNumber("button");
const CODE = tagNumber("code");
const PRE = tagNumber("pre");

/** The elements around code, from the outside in, any of which may name the language. */
export const wrappers = new Set("code,div,figure,pre,section,span,table,tbody,td,tr".split(",").map(tagNumber));

/** Whether an element has few words. */
export function isShort(page: Page, node: number, mostWords: number): boolean {
  const { characters, words } = page.sums;
  return sumOf(page, words, node) <= mostWords && sumOf(page, characters, node) < 40;
}

/** Whether an element above code only names its language or holds buttons, such as "python Copy code". */
export function isCodeHeader(page: Page, node: number): boolean {
  if (!isElement(page, node) || page.tag[node] === CODE || !isShort(page, node, 4)) return false;
  // A box with a button and its own short code is not a header.
  if ([CODE, PRE].some((tag) => findTag(page, tag, node + 1, page.end[node]) >= 0)) return false;
  const text = textOf(page, node).trim();
  if (text === "" || /[.$]/.test(text)) return false;
  return (
    (labelledLanguage(text) !== "" && !isInLine(page, node)) ||
    page.tag[node] === BUTTON ||
    /^cop(?:y|ied)\b/i.test(text)
  );
}

/** Maximum levels between a token and its `<code>`. */
const linesUp = 5;

/** Whether an element is in a line of code, or words stand right beside it: it is one of them, and labels nothing. */
function isInLine(page: Page, node: number): boolean {
  if (page.gap[node] >= Gap.Line) return false;
  for (let up = page.parent[node], level = 0; up > 0 && level < linesUp; up = page.parent[up], level++) {
    if (page.tag[up] === CODE) return true;
  }
  const parent = page.parent[node];
  let before = node - 1;
  while (before > parent && page.parent[before] !== parent) before = page.parent[before];
  return isWords(before) || isWords(page.end[node]);

  function isWords(i: number): boolean {
    if (i <= parent || i >= page.end[parent]) return false;
    if (page.tag[i] === TEXT) return page.strings[i].trim() !== "";
    return roleOf(page.tag[i]) === Role.Format && page.tag[i] !== CODE;
  }
}

/** Longest label of a language, with "copy" and the like. */
const longestLabel = 80;

/** The language that a label names, "" for none. */
function labelledLanguage(text: string): string {
  const label = text.trim();
  if (label.length > longestLabel) return "";
  const name = label
    .toLowerCase()
    .replace(/\s*cop(?:y|ied)(?: code| to clipboard|!)?$/, "")
    .trim();
  return known.has(name) ? name : "";
}

/** The header element before some code, -1 for none. */
export function codeHeaderBefore(page: Page, code: number): number {
  for (let node = code, level = 0; level < 3 && node > 1; node = page.parent[node], level++) {
    const parent = page.parent[node];
    let before = node - 1;
    while (before > parent && page.tag[before] === TEXT && page.strings[before].trim() === "") before--;
    while (before > parent && page.parent[before] !== parent) before = page.parent[before];
    if (before > parent) return isCodeHeader(page, before) ? before : -1;
    if (!wrappers.has(page.tag[parent])) break;
  }
  return -1;
}

const notLanguages = new Set(
  "none plain plaintext text txt default nohighlight no-highlight code raw output source notranslate".split(" "),
);

/** Names that are languages even without context. */
const known = new Set(
  "bash c c# c++ clojure cpp csharp css dart diff dockerfile elixir erlang go graphql groovy haskell html http ini java javascript js json jsx julia kotlin latex lean lua makefile matlab nginx objective-c ocaml perl php powershell python r ruby rust sass scala scss sh shell sql swift toml ts tsx typescript vue xml yaml zig".split(
    " ",
  ),
);

/** With white space and prefix. */
const longestLanguage = 60;

/** How far up to look for a language, and the maximum of other characters there. */
const levelsUp = 8;
const mostOther = 60;

/** The language of a block of code, "" if unknown: from class names and data attributes. */
export function codeLanguage(page: Page, node: number): string {
  const end = Math.min(page.end[node], node + 4);
  for (let i = node; i < end; i++) {
    if (i === node || page.tag[i] === CODE) {
      const language = languageOf(page, i);
      if (language !== "") return language;
    }
  }
  const { characters } = page.sums;
  const most = sumOf(page, characters, node) * 1.5 + mostOther;
  let outer = page.parent[node];
  for (let level = 0; level < levelsUp && outer > 0; level++) {
    if (!wrappers.has(page.tag[outer]) || sumOf(page, characters, outer) > most) break;
    const language = languageOf(page, outer);
    if (language !== "") return language;
    outer = page.parent[outer];
  }
  for (let i = node; i < end; i++) if (isCodeHeader(page, i)) return labelledLanguage(textOf(page, i));
  const header = codeHeaderBefore(page, node);
  return header < 0 ? "" : labelledLanguage(textOf(page, header).trim());
}

/** The language that an element names itself. */
export function languageOf(page: Page, node: number): string {
  for (const name of ["data-lang", "data-language", "data-code-language"]) {
    const language = clean(attribute(page, node, name) ?? "");
    if (language !== "") return language;
  }
  const names = classNames(page, node);
  const named =
    /(?:^|\s)(?:language|lang|highlight-source|highlight-text)-([\w+#.-]+)/i.exec(names) ??
    /\bbrush:\s*([\w+#.-]+)/i.exec(names) ??
    /(?:^|\s)(?:hljs|sourceCode|prettyprint)\s+(?:language-)?([\w+#.]+)(?![\w-])/.exec(names) ??
    /(?:^|\s)highlight-([\w+#.]+)/.exec(names);
  if (named !== null) return clean(named[1] ?? "");
  if (page.tag[node] !== CODE && page.tag[node] !== PRE) return "";
  const own = [attribute(page, node, "lang") ?? "", ...names.toLowerCase().split(/\s+/)];
  return own.find((name) => known.has(name)) ?? "";
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
