import { hashWord, isElement, isText, type Page } from "../page/index.ts";
import { type DisplayKind, displayKinds, type NodeStyles } from "./node-styles.ts";
import { parseColour } from "./parse-colour.ts";
import type { Snapshot } from "./snapshot.ts";

const NONE = displayKinds.indexOf("none");
const INLINE = displayKinds.indexOf("inline");
const CONTENTS = displayKinds.indexOf("contents");

/** Display values treated like another. */
const sameAs: Readonly<Record<string, DisplayKind>> = {
  "table-header-group": "table-row-group",
  "table-footer-group": "table-row-group",
  "-webkit-box": "flex",
  "-webkit-inline-box": "inline-flex",
};

/** The styles of a snapshot's nodes, in the order of `styleNames`. */
export function stylesOfSnapshot(page: Page, { documents, strings }: Snapshot, nodeOf: Int32Array): NodeStyles {
  const { nodeIndex, styles } = documents[0].layout;
  const { size } = page;
  const color = new Uint32Array(size);
  const background = new Uint32Array(size);
  const fontSize = new Float32Array(size);
  const fontWeight = new Uint16Array(size);
  const fontFamily = new Uint32Array(size);
  const display = new Uint8Array(size);
  const colour = remembered(strings, parseColour);
  const length = remembered(strings, Number.parseFloat);
  const family = remembered(strings, (text) => hashWord(text) >>> 0);
  const kind = remembered(strings, kindOf);
  const isStyled = new Uint8Array(size);
  for (let i = 0; i < nodeIndex.length; i++) {
    const node = nodeOf[nodeIndex[i]];
    const values = styles[i];
    if (node < 0 || values.length === 0) continue;
    const [shown, text, behind, height, weight, fonts] = values as [number, number, number, number, number, number];
    isStyled[node] = 1;
    color[node] = colour(text);
    fontSize[node] = length(height);
    fontWeight[node] = length(weight);
    fontFamily[node] = family(fonts);
    display[node] = isText(page, node) ? INLINE : kind(shown);
    if (isElement(page, node)) background[node] = colour(behind);
  }
  for (let node = 1; node < size; node++) {
    if (isStyled[node] === 1) continue;
    const above = page.parent[node];
    color[node] = color[above];
    fontSize[node] = fontSize[above];
    fontWeight[node] = fontWeight[above];
    fontFamily[node] = fontFamily[above];
  }
  // An ancestor without a box of a node with one: display: contents.
  for (let node = size - 1; node > 0; node--) {
    const above = page.parent[node];
    if (display[node] !== NONE && display[above] === NONE && isElement(page, above)) display[above] = CONTENTS;
  }
  return { color, background, fontSize, fontWeight, fontFamily, display };
}

function kindOf(display: string): number {
  // Browsers return the short names, never "block flex".
  const kind = displayKinds.indexOf((sameAs[display] ?? display) as DisplayKind);
  return kind < 0 ? displayKinds.indexOf("other") : kind;
}

/** Memoizes a parser of table strings: a page has few distinct styles. */
function remembered(strings: readonly string[], read: (text: string) => number): (index: number) => number {
  const known = new Map<number, number>();
  return (index) => {
    let value = known.get(index);
    if (value === undefined) {
      value = read(strings[index] ?? "") || 0;
      known.set(index, value);
    }
    return value;
  };
}
