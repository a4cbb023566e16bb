import { DehuskError } from "../basics/index.ts";
import { checkBytes, type Deadline, type Limits } from "./limits.ts";
import { readDocument } from "./read-document.ts";
import { setNoscriptAside } from "./set-noscript-aside.ts";
import { COMMENT, TEXT, tagNumber } from "./tags.ts";
import type { TreeBuilder } from "./tree-builder.ts";

/**
 * What `parseHtml` does, by the parser that a browser has: takes its place in the builds for browsers, which need no
 * parser of their own. `DOMParser` runs no scripts, loads nothing, and takes nesting past 512 levels flat. It parses
 * as if scripts were off, so where they count as on the content of `<noscript>` is kept away from it and put back as text.
 *
 * @throws DehuskError `bad-option` for `sourceRanges`; `bad-input` where there is no `DOMParser`, as in workers; a
 * `limit-…` code.
 */
export function parseHtml(
  html: string,
  options: { readonly scripting: boolean; readonly sourceRanges: boolean },
  limits: Limits,
  deadline: Deadline,
): TreeBuilder {
  if (options.sourceRanges) {
    throw new DehuskError(
      "bad-option",
      `Option "sourceRanges" needs "dehusk/full": browsers do not say where nodes are in the source.`,
    );
  }
  if (typeof DOMParser !== "function") {
    throw new DehuskError(
      "bad-input",
      'There is no DOMParser here to parse HTML with: import "dehusk/full" in workers.',
    );
  }
  checkBytes(html.length, limits);
  const { rest, texts } = options.scripting ? setNoscriptAside(html) : { rest: html, texts: [] };
  const document = new DOMParser().parseFromString(rest, "text/html");
  deadline.check();
  const tree = readDocument(document, limits, deadline);
  if (texts.length > 0) putBack(tree, texts);
  return tree;
}

const NOSCRIPT = tagNumber("noscript");

/** Turns the comment that stands in each `<noscript>` into the text that it stands for. */
function putBack(tree: TreeBuilder, texts: readonly string[]): void {
  for (let node = 1; node < tree.size; node++) {
    if (tree.tag[node] !== COMMENT || tree.tag[tree.parent[node]] !== NOSCRIPT) continue;
    const text = texts[Number(tree.strings[node])];
    if (text === undefined) continue;
    tree.tag[node] = TEXT;
    tree.strings[node] = text;
  }
}
