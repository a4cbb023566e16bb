import type { Warning, WarningCode } from "../basics/index.ts";
import { attribute, findTag, type Page } from "./page.ts";
import { proseInData } from "./prose-in-data.ts";
import { tagNumber } from "./tags.ts";

const FRAME = tagNumber("frame");

/** HTML to read instead of a page's own, and the warning about it. */
export interface Mended {
  readonly html: string;
  readonly warning: Warning;
}

/** A page with less text than this shows next to nothing. */
const littleText = 400;

/**
 * Finds out whether a page's text is out of reach the way browsers read it: something unclosed
 * swallows it, it consists of frames, or its text is only in data for scripts.
 *
 * @param unclosed The name of the element whose text runs to the end of the source, `!--` for a comment.
 * @returns undefined for sound pages.
 */
export function mendHtml(html: string, page: Page, unclosed: string | undefined): Mended | undefined {
  const shown = page.sums.characters[page.size];
  const name = swallowedBy(page, shown, unclosed);
  const closed = name && closeEarly(html, name);
  if (closed) return mended(closed, "unclosed", `An unclosed <${name}> swallows the page; read as closed.`);
  if (shown > littleText) return undefined;
  let links = "";
  for (let node = findTag(page, FRAME); node > 0; node = findTag(page, FRAME, node + 1)) {
    const address = escaped(attribute(page, node, "src"));
    if (address) links += `<li><a href="${address}">${escaped(attribute(page, node, "name")) || address}</a>`;
  }
  if (links) {
    const start = html.slice(0, html.search(/<frameset/i));
    return mended(`${start}<ul>${links}`, "frames", "The page is made of frames, listed as links.");
  }
  const prose = proseInData(page);
  if (prose.join("").length <= littleText) return undefined;
  const parts = prose.map((text) => (/<\w/.test(text) ? text : `<p>${escaped(text).replace(/\n+/g, "<p>")}`));
  const message = "The page has its text only in data for scripts; read from there.";
  return mended(`${html}<article>${parts.join("</p>")}`, "text-from-data", message);
}

function mended(html: string, code: WarningCode, message: string): Mended {
  return { html, warning: { code, message } };
}

/** The name of an element that holds most of a page, but was meant to be short. */
function swallowedBy(page: Page, shown: number, unclosed: string | undefined): string | undefined {
  if (shown > littleText && page.sums.anchorCharacters[page.size] > 0.9 * shown) return "a";
  if (unclosed === undefined || !/^(?:title|textarea|script|style|!--)$/.test(unclosed)) return undefined;
  let last = page.size - 1;
  while (last > 0 && !/\S/.test(page.strings[last])) last--;
  const text = page.strings[last].trimEnd();
  return text.length >= Math.max(shown, littleText) && text.includes("</") ? unclosed : undefined;
}

/** Closes the first unclosed element where it was most likely meant to end; undefined if there is none. */
function closeEarly(html: string, name: string): string | undefined {
  const isComment = name === "!--";
  const close = isComment ? "-->" : `</${name}>`;
  const tail = html.split(new RegExp(close, "i")).pop() ?? "";
  const opening = tail.search(new RegExp(`<${name}(?![a-z])`, "i"));
  if (opening < 0) return undefined;
  const start = html.length - tail.length + opening;
  const at = isComment ? start + 4 : html.indexOf(">", start) + 1;
  const rest = html.slice(at);
  // Scripts and styles contain `<` too, but none of their lines begins with a tag.
  const end = rest.search(/^s/.test(name) ? /^[ \t]*<[!/a-z]/im : /[<>\n]/);
  return end < 0 ? undefined : html.slice(0, at + end) + close + rest.slice(end).replace(/^>/, "");
}

function escaped(text = ""): string {
  return text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
