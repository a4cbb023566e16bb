import type { Deadline, Limits } from "./limits.ts";
import { parseSource } from "./parse/index.ts";
import type { TreeBuilder } from "./tree-builder.ts";

/**
 * Parses HTML into the tree browsers build. The builds for browsers, which have a parser, put another module in place of
 * this one.
 */
export function parseHtml(
  html: string,
  options: { readonly scripting: boolean; readonly sourceRanges: boolean },
  limits: Limits,
  deadline: Deadline,
): TreeBuilder {
  return parseSource(html, options, limits, deadline);
}
