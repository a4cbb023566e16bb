import { attribute, type Page, tidyCharacters } from "../../page/index.ts";
import { classNames } from "./class-names.ts";
import { isEvidentTex, isLikelyTex } from "./looks-like-tex.ts";
import { shortText } from "./short-text.ts";

/** URLs of services that render TeX. */
const drawing = /(?:tex|math|equation|formula)[^?]{0,80}\?|\?cht=tx/i;

const longestAddress = 8000;

/** The TeX that a picture shows, undefined for other pictures. */
export function imageTex(page: Page, img: number): string | undefined {
  const src = attribute(page, img, "src") ?? "";
  const drawn = src.length < longestAddress ? texInAddress(src, attribute(page, img, "alt")) : "";
  const known =
    drawn !== "" || /(?:^|\s)(?:mwe-math\S*|tex|latex|math|latexmath|equation)(?:\s|$)/.test(classNames(page, img));
  for (const source of [attribute(page, img, "alt"), attribute(page, img, "title"), drawn]) {
    const tex = tidyCharacters(source ?? "", false, true).trim();
    // As alternative text, it would be on one line.
    const line = shortText(tex);
    if (tex !== "" && (known ? isLikelyTex(tex) : /^\\?[$[(].*\\[a-z]{2,}|\\[a-z]{2,}\s*[{_^]/i.test(line))) return tex;
  }
  return undefined;
}

function texInAddress(src: string, alt: string | undefined): string {
  if (drawing.test(src)) return texInQuery(src.slice(src.indexOf("?") + 1), alt);
  const path = decoded(/\/(?:tex|latex|math|equation|formula)\/([^?#]+)$/i.exec(src)?.[1] ?? "");
  return /\\[a-z]{2,}/i.test(path) ? path : "";
}

/** The whole query of a URL, or its value that is TeX. */
function texInQuery(query: string, alt: string | undefined): string {
  const named = /(?:^|&)(?:tex|latex|chl|from|formula|eq|math)=([^&]*)/i.exec(query);
  const tex = decoded(named === null ? query : named[1].replaceAll("+", " "));
  if (named === null && !isEvidentTex(tex) && tex !== alt) return "";
  return tex.replace(/^(?:\\(?:inline|small|large|dpi\{\d+\}|bg_\w+|fn_\w+)\s*)+/, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
