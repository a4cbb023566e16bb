import { Mark, type Page } from "./page.ts";
import { COMMENT, TagTrait, TEXT, traitsOf } from "./tags.ts";

/**
 * A subtree as normalized HTML, for measuring and comparing, not for display: attributes sorted by name, values in
 * double quotes, nothing escaped, white space collapsed as shown, no comments. `sums.htmlLength` adds up its length.
 */
export function canonicalHtml(page: Page, node: number): string {
  const pieces: string[] = [];
  const open: number[] = [];
  const end = page.end[node];
  for (let i = node; i < end; i++) {
    closeUntil(i);
    const tag = page.tag[i];
    if (tag === TEXT) pieces.push(canonicalText(page, i));
    else if (tag > COMMENT) {
      const attributes = page.attributes[i]?.map(({ name, value }) => ` ${name}="${value}"`).sort() ?? [];
      pieces.push(`<${localName(page, tag)}${attributes.join("")}>`);
      if ((traitsOf(tag) & TagTrait.Void) === 0) open.push(i);
    }
  }
  closeUntil(end);
  return pieces.join("");

  function closeUntil(next: number): void {
    while (open.length > 0) {
      const last = open[open.length - 1];
      if (page.end[last] > next) return;
      pieces.push(`</${localName(page, page.tag[last])}>`);
      open.pop();
    }
  }
}

function canonicalText(page: Page, node: number): string {
  const text = page.strings[node];
  const kept = (page.marks[node] & (Mark.Preserved | Mark.Unseen)) !== 0;
  return kept ? text : text.replace(/[ \t\n\f\r]+/g, " ");
}

function localName(page: Page, tag: number): string {
  const name = page.tagNames[tag];
  return name.slice(name.indexOf(" ") + 1);
}
