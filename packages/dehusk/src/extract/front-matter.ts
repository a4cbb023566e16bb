import { wellFormed } from "../basics/index.ts";
import type { Metadata } from "./metadata/index.ts";

/** What front matter says of a page, besides what the page says of itself. */
interface Measured {
  readonly url: string | null;
  readonly confidence: number | null;
  readonly words: number;
}

/**
 * What is known of a page as YAML front matter, with the blank line after it. Values are JSON too, on a line each; what is
 * not known is left out.
 */
export function frontMatter(result: Metadata & Measured): string {
  const { title, author, date, url, canonical, siteName, language, confidence, words } = result;
  const fields = { title, author, date, url: url ?? canonical, site: siteName, language, confidence, words };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : `${name}: ${yaml(value)}`));
  return `---\n${lines.join("\n")}\n---\n\n`;
}

function yaml(value: string | number): string {
  // YAML 1.1 takes a number without a point, such as 1e-7, for a string.
  if (typeof value === "number") return String(value).replace(/^(-?\d+)e/, "$1.0e");
  return JSON.stringify(wellFormed(value)).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
