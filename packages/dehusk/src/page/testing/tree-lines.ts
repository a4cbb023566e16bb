import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import type { Page } from "../page.ts";
import { COMMENT, TEXT } from "../tags.ts";

/** A page's tree, one line per node, to compare with {@link parse5Lines}. */
export function pageLines(page: Page): string[] {
  const depth = new Int32Array(page.size);
  const lines: string[] = [];
  for (let i = 1; i < page.size; i++) {
    depth[i] = depth[page.parent[i]] + 1;
    const tag = page.tag[i];
    const name = page.tagNames[tag];
    const content =
      tag === TEXT || tag === COMMENT
        ? JSON.stringify(page.strings[i])
        : page.attributes[i]?.map((attribute) => `${attribute.name}=${JSON.stringify(attribute.value)}`).join(" ");
    lines.push(`${depth[i]} ${name} ${content}`);
  }
  return lines;
}

const prefixes: Readonly<Record<string, string>> = {
  "http://www.w3.org/2000/svg": "svg ",
  "http://www.w3.org/1998/Math/MathML": "math ",
};

/** parse5's own tree, one line per node, without doctype, template content as children. */
export function parse5Lines(document: Tree.Document): string[] {
  const lines: string[] = [];
  const stack: { node: Tree.Node; depth: number }[] = [{ node: document, depth: 0 }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, depth } = top;
    if (node.nodeName === "#documentType") continue;
    if (depth > 0) lines.push(`${depth} ${parse5Line(node)}`);
    const parent = "content" in node ? node.content : "childNodes" in node ? node : undefined;
    const children = parent?.childNodes ?? [];
    for (let i = children.length - 1; i >= 0; i--) stack.push({ node: children[i] as Tree.Node, depth: depth + 1 });
  }
  return lines;
}

function parse5Line(node: Tree.Node): string {
  if (node.nodeName === "#text") return `#text ${JSON.stringify((node as Tree.TextNode).value)}`;
  if (node.nodeName === "#comment") return `#comment ${JSON.stringify((node as Tree.CommentNode).data)}`;
  const element = node as Tree.Element;
  const attributes = element.attrs.map(
    ({ prefix, name, value }) => `${prefix ? `${prefix}:` : ""}${name}=${JSON.stringify(value)}`,
  );
  return `${prefixes[element.namespaceURI] ?? ""}${element.tagName} ${attributes.join(" ")}`;
}
