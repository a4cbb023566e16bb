import { isElement, isShown, isText, type Page, tagName } from "../../page/index.ts";
import type { SegmentPath } from "../segment-options.ts";

/** A segment with its text and the path above it as strings. */
export interface SlowSegment {
  readonly node: number;
  readonly text: string;
  readonly path: string;
}

/** The blocks of a page by the paper's rules, literally: strings and recursion, at any cost. */
export function slowSegments(page: Page, layoutTags: readonly string[], path: SegmentPath): SlowSegment[][] {
  const blocks: SlowSegment[][] = [[]];
  walk(0, "");
  return blocks.filter((block) => block.length > 0);

  function walk(above: number, way: string): void {
    const met: string[] = [];
    for (let i = above + 1; i < page.end[above]; i = page.end[i]) {
      const name = tagName(page, i);
      met.push(name);
      const text = page.strings[i].replace(/[\0- \u00a0]+/g, " ").replace(/^ | $/g, "");
      if (isText(page, i) && isShown(page, i) && text !== "") blocks.at(-1)?.push({ node: i, text, path: way });
      if (!isElement(page, i)) continue;
      const step = { tags: name, positions: `${name}[${met.filter((one) => one === name).length}]`, none: "" }[path];
      const isLayout = layoutTags.includes(name);
      if (isLayout) blocks.push([]);
      walk(i, path === "none" ? "" : `${way}/${step}`);
      if (isLayout) blocks.push([]);
    }
  }
}
