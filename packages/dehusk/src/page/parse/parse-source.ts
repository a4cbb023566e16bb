import type { Deadline, Limits } from "../limits.ts";
import type { TreeBuilder } from "../tree-builder.ts";
import { Construction } from "./construction.ts";
import { normalizeLines } from "./normalize-lines.ts";
import { Tokenizer } from "./tokenizer.ts";

/**
 * Parses HTML into the tree that browsers build, by the rules of the HTML standard. Linear in the source. A `<template>`
 * has its content as children.
 *
 * @throws DehuskError `limit-nodes`, `limit-time`.
 */
export function parseSource(
  html: string,
  options: { readonly scripting: boolean; readonly sourceRanges: boolean },
  limits: Limits,
  deadline: Deadline,
): TreeBuilder {
  const lines = normalizeLines(html);
  const construction = new Construction(lines.source, options, limits, deadline);
  const tokenizer = new Tokenizer(construction);
  tokenizer.run(deadline);
  const { tree } = construction;
  construction.release();
  tree.unclosed = tokenizer.unclosed;
  if (options.sourceRanges) {
    lines.restore(tree.sourceStart);
    lines.restore(tree.sourceEnd);
  }
  return tree;
}
