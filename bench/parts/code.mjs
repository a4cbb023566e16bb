/** Blocks of code on a page: their lines and their language. */

import { attribute, descendants, hasClass } from "./tree.mjs";

const NUMBERS = /^(?:line-?no|linenos?|line-?numbers?|line-?numbers-rows|gutter|lnt?|hljs-ln-n(?:umbers)?)$/i;
const MARKED = /^(?:lang|language|highlight|code|source|sourceCode|brush|prettyprint|syntax|crayon|hljs|shiki)/i;
const NO_CODE = new Set(["button", "style", "script", "svg"]);
const LINES = new Set(["div", "li", "p", "tr", "br"]);
const NO_LANGUAGE = new Set(["none", "text", "plaintext", "plain", "txt", "nohighlight", "default", "auto"]);
const NAMES = { javascript: "js", typescript: "ts", python: "py", py3: "py", python3: "py", shell: "sh", bash: "sh" };
Object.assign(NAMES, { console: "sh", zsh: "sh", "shell-session": "sh", yaml: "yml", "c++": "cpp", "c#": "csharp" });
Object.assign(NAMES, { cs: "csharp", ruby: "rb", golang: "go", rust: "rs", markdown: "md", kotlin: "kt", html: "xml" });

/**
 * Whether a `pre` is code: it contains `code`, or it or an element around it is marked as code.
 *
 * @param {any} pre
 */
export function isCode(pre) {
  const holdsCode = !descendants(pre, (element) => element.tagName === "code").next().done;
  return holdsCode || nearby(pre).some((element) => hasClass(element, MARKED));
}

/**
 * The lines with text, white space folded, without line numbers.
 *
 * @param {any} pre
 * @returns {string[]}
 */
export function codeLines(pre) {
  let text = "";
  const visit = (node) => {
    if (node.nodeName === "#text") text += node.value;
    if (node.tagName === undefined) return;
    if (node !== pre && (NO_CODE.has(node.tagName) || hasClass(node, NUMBERS))) return;
    const isLine = LINES.has(node.tagName);
    if (isLine) text += "\n";
    for (const child of node.childNodes) visit(child);
    if (isLine) text += "\n";
  };
  const inner = [...descendants(pre, ({ tagName }) => tagName === "code")];
  visit(inner.length === 1 ? inner[0] : pre);
  const lines = foldLines(text);
  return lines.every((line) => /^\d+$/.test(line)) ? [] : lines;
}

/**
 * The lines of a text that have any, white space folded.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function foldLines(text) {
  return text
    .split("\n")
    .map((line) => line.replace(/[\s\u200b]+/gu, " ").trim())
    .filter(Boolean);
}

/**
 * The language that the page names, as languageName() spells it.
 *
 * @param {any} pre
 * @returns {string | null}
 */
export function languageOf(pre) {
  const inner = [...descendants(pre, (element) => element.tagName === "code")];
  for (const element of [...inner, ...nearby(pre)]) {
    const classes = attribute(element, "class") ?? "";
    const named =
      /(?:^|\s)(?:lang|language|highlight-source|highlight|brush:?)[-:\s]\s*([\w+#-]+)/.exec(classes)?.[1] ??
      attribute(element, "data-lang") ??
      attribute(element, "data-language");
    const name = languageName(named);
    if (name !== null) return name;
  }
  return null;
}

/**
 * One spelling of a language's name, null for none.
 *
 * @param {string | undefined} name
 * @returns {string | null}
 */
export function languageName(name) {
  const lower = name?.trim().toLowerCase() ?? "";
  return lower === "" || NO_LANGUAGE.has(lower) ? null : (NAMES[lower] ?? lower);
}

/** The element and its two nearest ancestors. */
function nearby(element) {
  const found = [element];
  for (let above = element.parentNode; above?.tagName && found.length < 3; above = above.parentNode) found.push(above);
  return found;
}
