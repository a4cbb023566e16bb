import { wellFormed } from "../basics/index.ts";
import type { Metadata } from "./metadata/index.ts";

/** Fields of front matter besides the page's metadata. */
interface Measured {
  readonly url: string | null;
  readonly confidence: number | null;
  readonly words: number;
}

/**
 * A page's metadata as YAML front matter, with the blank line after it. Values are JSON too, on a line each; unknown
 * fields are left out.
 */
export function frontMatter(result: Metadata & Measured): string {
  const { title, author, date, url, canonical, siteName, language, confidence, words } = result;
  const fields = { title, author, date, url: url ?? canonical, site: siteName, language, confidence, words };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : `${name}: ${yaml(value)}`));
  return `---\n${lines.join("\n")}\n---\n\n`;
}

/**
 * Characters that YAML cannot take unquoted, and signs of Markdown: renderers without front matter show it as
 * text, in which a page's title must become neither element nor link.
 */
const hidden =
  /[\u007f-\u009f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff\ufffe\uffff<[\]*`~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

function yaml(value: string | number): string {
  // YAML 1.1 takes a number without a point, such as 1e-7, for a string.
  if (typeof value === "number") return String(value).replace(/^(-?\d+)e/, "$1.0e");
  return JSON.stringify(wellFormed(value)).replace(
    hidden,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
