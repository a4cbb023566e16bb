import { isShown, isText, type Page } from "dehusk/internal/page";

/** The text of a page without white space, and the range of each text node in it. */
export interface SolidText {
  readonly text: string;
  /** Text nodes with anything but white space, in document order. */
  readonly nodes: Int32Array;
  /** Offset of each node's text; one more entry than nodes. */
  readonly start: Int32Array;
}

/** The text without white space of the wanted nodes; default: the shown ones. */
export function solidText(page: Page, wanted: (node: number) => boolean = (node) => isShown(page, node)): SolidText {
  const pieces: string[] = [];
  const nodes: number[] = [];
  const start: number[] = [];
  let length = 0;
  for (let i = 0; i < page.size; i++) {
    if (!isText(page, i) || !wanted(i)) continue;
    const solid = page.strings[i].replace(/\s+/g, "");
    if (solid === "") continue;
    pieces.push(solid);
    nodes.push(i);
    start.push(length);
    length += solid.length;
  }
  return { text: pieces.join(""), nodes: Int32Array.from(nodes), start: Int32Array.from([...start, length]) };
}

/** The tokens (runs without white space) of a page's solid text, and their offsets in it. */
export function solidTokens(page: Page, solid: SolidText): { tokens: string[]; start: Int32Array } {
  const tokens: string[] = [];
  const start: number[] = [];
  for (let k = 0; k < solid.nodes.length; k++) {
    let at = solid.start[k];
    for (const token of page.strings[solid.nodes[k]].match(/\S+/g) ?? []) {
      tokens.push(token);
      start.push(at);
      at += token.length;
    }
  }
  return { tokens, start: Int32Array.from(start) };
}
