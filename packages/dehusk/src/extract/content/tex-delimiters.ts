import { attribute, findTag, type Page, tagNumber } from "../../page/index.ts";

const SCRIPT = tagNumber("script");

/** The delimiters of formulas in a page's text. */
export interface TexDelimiters {
  /** Whether it loads a library that renders TeX, or has so many formulas that it must. */
  readonly sure: boolean;
  /** Whether one of its formulas between backslashed brackets or two dollars is evident: then so are likely ones. */
  readonly some: boolean;
  /** Inline delimiters that the page configures besides those that all libraries know. */
  readonly inline: ReadonlySet<string>;
  /** Whether it has AsciiMath between backticks. */
  readonly ascii: boolean;
}

/** Names of AsciiMath in the URL or the configuration of a library. */
const asciimath = /asciimath|config=[^&]*\bAM(?![A-Z])/i;

/** The start of a formula with a command. */
const evident = /(?:\$\$|\\[([])[^$\\]{0,200}\\[a-z]{3,}/i;

/** Longer scripts are programs that may mention anything. */
const longestScript = 100_000;

/** Evident formulas needed to treat a page as TeX. */
const enough = 3;

/** The delimiters of formulas in a page's text; undefined if it has none. */
export function findTexDelimiters(page: Page): TexDelimiters | undefined {
  if (!/[$`]|\\[([]|\\begin\{|##/.test(page.text)) return undefined;
  let sure = false;
  let ascii = false;
  const inline = new Set<string>();
  for (let i = findTag(page, SCRIPT); i >= 0; i = findTag(page, SCRIPT, i + 1)) {
    const src = attribute(page, i, "src");
    const code = src ?? (page.end[i] > i + 1 ? page.strings[i + 1] : "");
    if (code.length > longestScript || !/mathjax|katex|renderMath|asciimath/i.test(code)) continue;
    ascii ||= asciimath.test(code);
    sure ||= /mathjax|katex|renderMath/i.test(code);
    if (src !== undefined) continue;
    for (const [, sign] of code.matchAll(/["'](\$|##)["'],\s*(?:["']?right["']?\s*:\s*)?["']\1["']/g)) inline.add(sign);
  }
  sure ||= (page.text.match(/\$[^$\n]{0,200}(?:\\[a-z]{2,}|[_^]\{)[^$\n]{0,200}\$/g)?.length ?? 0) >= enough;
  const some = sure || evident.test(page.text);
  return { sure, some, inline, ascii };
}
