import { type ContentNode, isContainer, Kind, newNode } from "./content-tree.ts";

/**
 * Joins consecutive paragraphs of only code into one block: the way editors write a block that
 * have only an inline code style. Linear in the nodes.
 */
export function joinCode(tree: ContentNode[]): ContentNode[] {
  const blocks = new Map<number, ContentNode>();
  const open: ContentNode[] = [];
  for (let i = 0; i < tree.length; ) {
    while (open.length > 0 && open[open.length - 1].end <= i) open.pop();
    const node = tree[i];
    if (isContainer(node.kind) && node.kind !== Kind.Table) {
      open.push(node);
      i++;
      continue;
    }
    const parent = open[open.length - 1];
    const limit = parent?.end ?? tree.length;
    const lines: string[] = [];
    let end = i;
    for (let line = codeOf(tree, i); line !== undefined; line = end < limit ? codeOf(tree, end) : undefined) {
      lines.push(line);
      end = tree[end].end;
    }
    if (lines.length > 1) {
      const { source, attributes } = node;
      const block = { ...newNode(Kind.CodeBlock, end), source, text: lines.join("\n"), attributes };
      blocks.set(i, block);
      if (parent !== undefined) parent.paragraphs -= lines.length;
    }
    i = Math.max(end, node.end);
  }
  return blocks.size === 0 ? tree : replace(tree, blocks);
}

/** The code of a paragraph of only code, undefined for others. */
function codeOf(tree: readonly ContentNode[], paragraph: number): string | undefined {
  const { kind, end } = tree[paragraph];
  if (kind !== Kind.Paragraph || tree[paragraph + 1]?.kind !== Kind.Code) return undefined;
  let code = "";
  let codeEnd = 0;
  for (let i = paragraph + 1; i < end; i++) {
    const node = tree[i];
    if (node.kind === Kind.Code) codeEnd = node.end;
    else if (node.kind === Kind.Break) code += "\n";
    else if (node.kind === Kind.Math && i < codeEnd)
      code += node.text === "" ? node.label : `\\(${node.text.replace(/\s+/g, " ")}\\)`;
    else if (node.kind === Kind.Text && (i < codeEnd || node.text.trim() === "")) code += node.text;
    else return undefined;
  }
  return code.replaceAll("\u00a0", " ").trimEnd();
}

/** Replaces the joined nodes by blocks. */
function replace(tree: readonly ContentNode[], blocks: ReadonlyMap<number, ContentNode>): ContentNode[] {
  const out: ContentNode[] = [];
  const places = new Int32Array(tree.length + 1);
  for (let i = 0; i < tree.length; i++) {
    places[i] = out.length;
    const block = blocks.get(i);
    out.push(block ?? tree[i]);
    if (block !== undefined) i = block.end - 1;
  }
  places[tree.length] = out.length;
  for (const node of out) node.end = places[node.end];
  return out;
}
