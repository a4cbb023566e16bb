import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { COMMENT, TEXT } from "../../tags.ts";
import type { Attribute, TreeBuilder } from "../../tree-builder.ts";

/** A node of either parser's tree. */
interface DumpedNode {
  readonly line: string;
  readonly attributes: readonly Attribute[];
  readonly children: readonly DumpedNode[];
  readonly isTemplate: boolean;
}

/** A tree in the format of the html5lib tests, without the doctype. */
export function dumpTree(tree: TreeBuilder): string {
  return dump(childrenOf(tree, 0));
}

/** parse5's tree in the same format. */
export function dumpParse5(document: Tree.Document): string {
  return dump(document.childNodes.filter(({ nodeName }) => nodeName !== "#documentType").map(fromParse5));
}

function dump(nodes: readonly DumpedNode[]): string {
  const lines: string[] = [];
  const stack = nodes.toReversed().map((node) => ({ node, indent: "| " }));
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, indent } = top;
    lines.push(indent + node.line);
    const shown = node.attributes.map(({ name, value }) => `${indent}  ${name}="${value}"`).sort();
    lines.push(...shown);
    if (node.isTemplate) lines.push(`${indent}  content`);
    const inner = node.isTemplate ? `${indent}    ` : `${indent}  `;
    for (const child of node.children.toReversed()) stack.push({ node: child, indent: inner });
  }
  return lines.join("\n");
}

function childrenOf(tree: TreeBuilder, parent: number): DumpedNode[] {
  const children: DumpedNode[] = [];
  for (let node = tree.firstChild[parent]; node !== 0; node = tree.next[node]) children.push(fromTree(tree, node));
  return children;
}

function fromTree(tree: TreeBuilder, node: number): DumpedNode {
  const tag = tree.tag[node];
  if (tag === TEXT || tag === COMMENT) return leaf(tag === TEXT, tree.strings[node]);
  const name = tree.tagNames.names[tag];
  const isForeign = name.includes(" ");
  const attributes = tree.attributes[node].map((attribute) => ({
    name: isForeign ? attribute.name.replace(namespaced, " ") : attribute.name,
    value: attribute.value,
  }));
  return { line: `<${name}>`, attributes, children: childrenOf(tree, node), isTemplate: name === "template" };
}

/** The colon of attribute names that have a namespace in foreign elements. */
const namespaced =
  /(?<=^xlink):(?=(?:actuate|arcrole|href|role|show|title|type)$)|(?<=^xml):(?=(?:lang|space)$)|(?<=^xmlns):(?=xlink$)/;

function fromParse5(node: Tree.Node): DumpedNode {
  if (node.nodeName === "#text") return leaf(true, (node as Tree.TextNode).value);
  if (node.nodeName === "#comment") return leaf(false, (node as Tree.CommentNode).data);
  const element = node as Tree.Element;
  const prefix = /svg$/.test(element.namespaceURI) ? "svg " : /MathML$/.test(element.namespaceURI) ? "math " : "";
  const attributes = element.attrs.map((own) => ({
    name: own.prefix ? `${own.prefix} ${own.name}` : own.name,
    value: own.value,
  }));
  const content = "content" in element ? (element as Tree.Template).content : element;
  const children = content.childNodes.map(fromParse5);
  return { line: `<${prefix}${element.tagName}>`, attributes, children, isTemplate: content !== element };
}

function leaf(isText: boolean, text: string): DumpedNode {
  return { line: isText ? `"${text}"` : `<!-- ${text} -->`, attributes: [], children: [], isTemplate: false };
}
