import { isText, type Page, tagName, tidyCharacters } from "../page/index.ts";
import { escapeText } from "./escape-html.ts";

/** Presentation MathML. Nothing that could contain HTML, no links, no actions. */
const layoutTags = new Set(
  (
    "mrow,mfrac,msqrt,mroot,msub,msup,msubsup,munder,mover,munderover,mmultiscripts,mprescripts,none," +
    "mtable,mtr,mtd,menclose,mphantom,mspace,mfenced"
  ).split(","),
);
const tokenTags = new Set("mi,mn,mo,ms,mtext".split(","));
/** Elements that only change the style of their content; replaced by a row. */
const rowTags = new Set("mstyle,mpadded,merror,maction".split(","));

const maxDepth = 64;

/**
 * A formula of the page as MathML with its TeX as an annotation. Text is only written in token elements, and elements
 * of other languages are left out, but not their text. "" for a formula that shows nothing.
 */
export function writeMathml(page: Page, math: number, display: boolean, tex: string): string {
  const pieces: string[] = [];
  const openEnds: number[] = [];
  const openTags: string[] = [];
  const end = page.end[math];
  let parts = 0;
  for (let i = math + 1; i < end; i++) {
    close(i);
    if (isText(page, i)) {
      const text = escapeText(tidyCharacters(page.strings[i], false, false).trim().replace(/\s+/g, " "));
      if (text === "") continue;
      if (openTags.length === 0) parts++;
      pieces.push(isToken() ? text : `<mtext>${text}</mtext>`);
      continue;
    }
    const name = tagName(page, i);
    const local = name.startsWith("math ") ? name.slice(5) : "";
    if (local.startsWith("annotation")) {
      i = page.end[i] - 1;
      continue;
    }
    if (isToken() || openTags.length >= maxDepth) continue;
    if (layoutTags.has(local) || tokenTags.has(local)) open(i, local);
    else if (rowTags.has(local)) open(i, "mrow");
  }
  close(end);
  const body = pieces.join("");
  const attribute = display ? ' display="block"' : "";
  if (body === "") return "";
  if (tex === "") return `<math${attribute}>${body}</math>`;
  const annotation = `<annotation encoding="application/x-tex">${escapeText(tex)}</annotation>`;
  return `<math${attribute}><semantics>${parts === 1 ? body : `<mrow>${body}</mrow>`}${annotation}</semantics></math>`;

  function isToken(): boolean {
    return tokenTags.has(openTags[openTags.length - 1] ?? "");
  }

  function open(node: number, tag: string): void {
    if (openTags.length === 0) parts++;
    pieces.push(`<${tag}>`);
    openEnds.push(page.end[node]);
    openTags.push(tag);
  }

  function close(next: number): void {
    while (openEnds.length > 0 && openEnds[openEnds.length - 1] <= next) {
      openEnds.pop();
      pieces.push(`</${openTags.pop()}>`);
    }
  }
}
