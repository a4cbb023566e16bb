import { DehuskError } from "../basics/index.ts";
import { checkBytes, type Deadline, type Limits } from "./limits.ts";
import { readDocument } from "./read-document.ts";
import { setNoscriptAside } from "./set-noscript-aside.ts";
import { COMMENT, TEXT, tagNumber } from "./tags.ts";
import type { TreeBuilder } from "./tree-builder.ts";

/**
 * `parseHtml` with the browser's own parser; replaces it in the browser builds, which ship no parser. `DOMParser`
 * runs no scripts, loads nothing and flattens nesting past 512 levels. It parses with scripting off, so if scripting is
 * on, the content of `<noscript>` is hidden from it and put back as text.
 *
 * @throws DehuskError `bad-option` for `sourceRanges`; `bad-input` if there is no `DOMParser`, as in workers; a
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
      `Option "sourceRanges" needs "dehusk/full": DOMParser does not report source positions.`,
    );
  }
  if (typeof DOMParser !== "function") {
    throw new DehuskError("bad-input", 'There is no DOMParser to parse HTML with: import "dehusk/full" in workers.');
  }
  checkBytes(html.length, limits);
  const { rest, texts } = options.scripting ? setNoscriptAside(html) : { rest: html, texts: [] };
  const document = new DOMParser().parseFromString(rest, "text/html");
  deadline.check();
  const tree = readDocument(document, limits, deadline);
  if (texts.length > 0) putBack(tree, texts);
  tree.unclosed = guessUnclosed(tree, html);
  return tree;
}

/** The element in which the source ends, which `DOMParser` does not tell: the last text of the tree, if the source ends with it. */
function guessUnclosed(tree: TreeBuilder, html: string): string | undefined {
  let last = tree.size - 1;
  while (last > 0 && !/\S/.test(tree.strings[last])) last--;
  if (!html.trimEnd().endsWith(tree.strings[last].trimEnd().slice(-7))) return undefined;
  return tree.tag[last] === COMMENT ? "!--" : tree.tagNames.names[tree.tag[tree.parent[last]]];
}

const NOSCRIPT = tagNumber("noscript");

/** Replaces the comment in each `<noscript>` with the text it stands for. */
function putBack(tree: TreeBuilder, texts: readonly string[]): void {
  for (let node = 1; node < tree.size; node++) {
    if (tree.tag[node] !== COMMENT || tree.tag[tree.parent[node]] !== NOSCRIPT) continue;
    const text = texts[Number(tree.strings[node])];
    if (text === undefined) continue;
    tree.tag[node] = TEXT;
    tree.strings[node] = text;
  }
}
