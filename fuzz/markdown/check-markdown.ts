import type { ExtractOptions } from "dehusk";
import type { Find } from "../find.ts";
import { inspectHtml } from "./inspect-html.ts";
import { renderers } from "./renderers.ts";

/** Names under which a renderer may write what clean HTML calls otherwise. */
const groups: readonly (readonly string[])[] = [
  ["h1", "h2", "h3", "h4", "h5", "h6"],
  ["ul", "ol"],
  ["li"],
  ["blockquote"],
  ["table"],
  ["pre"],
  ["hr"],
  ["sup"],
  ["sub"],
  ["kbd"],
  ["img"],
  ["input"],
];

const knowsNotes = new Set(["micromark", "remark"]);

/**
 * Renders Markdown five ways. Each rendering may hold elements that Markdown has signs for, as many of a kind as clean
 * HTML of the same content has, and addresses that run nothing.
 */
export function checkMarkdown(markdown: string, cleanHtml: string, spans: ExtractOptions["spans"] = "empty"): Find[] {
  const finds: Find[] = [];
  const tasks = (cleanHtml.match(/>\s*[☐☑](?=[ <])/g) ?? []).length;
  for (const [name, render] of Object.entries(renderers)) {
    const rendered = withoutNotes(render(markdown));
    const { forbidden, counts } = inspectHtml(rendered, spans === "html");
    for (const detail of forbidden) finds.push({ oracle: `safe in ${name}`, detail });
    for (const group of groups) {
      const own = group.reduce((sum, tag) => sum + (counts.get(tag) ?? 0), 0);
      if (own === 0) continue;
      // Where footnotes are not known, what is below their first paragraph is indented code.
      if (group[0] === "pre" && /^(?:[> ]|[-*] |\d+[.)] )*\[\^/m.test(markdown) && !knowsNotes.has(name)) continue;
      // A note among the items of a list parts it in two.
      const parted = group[0] === "ul" ? (markdown.match(/^[> ]*\[\^/gm) ?? []).length : 0;
      const most = group[0] === "input" ? tasks : count(cleanHtml, group) + parted;
      // Blocks in a cell that is written in many places.
      if (spans === "repeat" && cleanHtml.includes("span=")) continue;
      if (own > most) finds.push({ oracle: `structure in ${name}`, detail: `${own} ${group[0]}, not ${most}` });
    }
  }
  return finds;
}

function count(html: string, tags: readonly string[]): number {
  return (html.match(new RegExp(`<(?:${tags.join("|")})[ >]`, "g")) ?? []).length;
}

/** Without what renderers that know footnotes add around them. */
function withoutNotes(html: string): string {
  return html
    .replace(
      /<section data-footnotes[^>]*>\s*<h2[^>]*>[^<]*<\/h2>\s*<ol>([\s\S]*)<\/ol>\s*<\/section>\s*$/,
      (_, list) => list.replace(/<\/?li[^>]*>/g, ""),
    )
    .replace(/<sup><a href="#user-content-fn[^>]*>[^<]*<\/a><\/sup>/g, "")
    .replace(/<a href="#user-content-fnref[^>]*>[\s\S]*?<\/a>/g, "");
}
