import { type ContentNode, contentAttribute, isHolder, Kind } from "./content-tree.ts";

/** Nodes of a paragraph that are read. */
const mostNodes = 40;

/** Pictures may well share shorter texts. */
const longAlt = 40;

/**
 * Empties the alternative text of pictures if a line has the same text, such as a caption, and long ones that an earlier picture
 * has: readers would have it twice.
 */
export function dropRepeatedAlt(tree: readonly ContentNode[]): void {
  const images = tree.filter((node) => node.kind === Kind.Image && (contentAttribute(node, "alt") ?? "") !== "");
  if (images.length === 0) return;
  const longest = images.reduce((most, node) => Math.max(most, contentAttribute(node, "alt")?.length ?? 0), 0);
  const said = new Set<string>();
  for (const [i, { kind }] of tree.entries()) {
    if (isHolder(kind) || kind === Kind.MathBlock) addLines(tree, i, longest, said);
  }
  for (const image of images) {
    const alt = folded(contentAttribute(image, "alt") ?? "");
    if (alt === "") continue;
    if (said.has(alt)) {
      image.attributes = image.attributes.map((entry) => (entry.name === "alt" ? { name: "alt", value: "" } : entry));
    } else if (alt.length >= longAlt) said.add(alt);
  }
}

/** Adds the lines of a paragraph or formula that are no longer than an alternative text may be. */
function addLines(tree: readonly ContentNode[], holder: number, longest: number, lines: Set<string>): void {
  const { end } = tree[holder];
  if (end - holder > mostNodes) return;
  let line = saidBy(tree[holder]);
  for (let i = holder + 1; i <= end; i++) {
    if (i === end || tree[i].kind === Kind.Break) {
      if (line.length <= 2 * longest) lines.add(folded(line));
      line = "";
    } else if (line.length <= 2 * longest) line += saidBy(tree[i]);
  }
}

/** Formulas count: readers of the clean HTML may take them for text. */
function saidBy({ kind, text, label }: ContentNode): string {
  if (kind === Kind.Text) return text;
  if (kind !== Kind.Math && kind !== Kind.MathBlock) return "";
  return text === "" ? label : text;
}

/** Letters and digits only: typography changes the rest. */
function folded(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
