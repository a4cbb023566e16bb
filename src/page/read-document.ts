import type { Deadline, Limits } from "./limits.ts";
import { COMMENT, TEXT } from "./tags.ts";
import { type Attribute, noAttributes, TreeBuilder } from "./tree-builder.ts";

/** Node type numbers of the DOM standard. */
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const CDATA_NODE = 4;
const COMMENT_NODE = 8;
const DOCTYPE_NODE = 10;

/**
 * Copies the tree of a live document (a browser's, jsdom's, linkedom's) without changing it. Text nodes that lie side
 * by side become one, as they are when HTML is parsed.
 */
export function readDocument(document: Document, limits: Limits, deadline: Deadline): TreeBuilder {
  const tree = new TreeBuilder(limits, deadline);
  tree.quirks = document.compatMode === "BackCompat";
  // Not from sibling to sibling: in linkedom the doctype does not lead on to the root element.
  for (const child of Array.from(document.childNodes)) copyTree(tree, child);
  return tree;
}

function copyTree(tree: TreeBuilder, root: Node): void {
  // Each level of the way down: where its children go, and the child to look at next.
  const parents: number[] = [];
  const children: (Node | null)[] = [];
  const enter = (node: Node, parent: number): void => {
    const copy = copyNode(tree, parent, node);
    if (copy < 0) return;
    parents.push(copy);
    children.push(firstChildOf(node));
  };
  enter(root, 0);
  while (parents.length > 0) {
    const level = parents.length - 1;
    const child = children[level] as Node | null;
    if (child === null) {
      parents.pop();
      children.pop();
    } else {
      children[level] = child.nextSibling;
      enter(child, parents[level] as number);
    }
  }
}

/** Copies one node; its number when it is an element, whose children come next, else -1. */
function copyNode(tree: TreeBuilder, parent: number, node: Node): number {
  switch (node.nodeType) {
    case ELEMENT_NODE: {
      const element = node as Element;
      const copy = tree.create(tree.tagNames.intern(nameOf(element)), attributesOf(element), "");
      tree.append(parent, copy);
      return copy;
    }
    case TEXT_NODE:
    case CDATA_NODE: {
      const text = node.nodeValue ?? "";
      const last = tree.lastChild[parent] as number;
      if (last !== 0 && tree.tag[last] === TEXT) tree.strings[last] += text;
      else if (text !== "") tree.append(parent, tree.create(TEXT, noAttributes, text));
      return -1;
    }
    case COMMENT_NODE:
      tree.append(parent, tree.create(COMMENT, noAttributes, node.nodeValue ?? ""));
      return -1;
    case DOCTYPE_NODE: {
      const { name, publicId, systemId } = node as DocumentType;
      tree.doctype = { name, publicId, systemId };
      return -1;
    }
    default:
      return -1;
  }
}

function firstChildOf(node: Node): Node | null {
  const content = (node as Partial<HTMLTemplateElement>).content;
  // Where a library keeps a template's content in the template itself, there is none apart from it.
  return content !== null && typeof content === "object" && content.firstChild ? content.firstChild : node.firstChild;
}

function nameOf(element: Element): string {
  const { namespaceURI, localName } = element;
  if (namespaceURI === "http://www.w3.org/2000/svg") return `svg ${localName}`;
  if (namespaceURI === "http://www.w3.org/1998/Math/MathML") return `math ${localName}`;
  // HTML names can hold a colon, which XML-minded libraries take for a prefix.
  return element.nodeName.includes(":") ? element.nodeName.toLowerCase() : localName;
}

function attributesOf(element: Element): Attribute[] {
  const list: Attribute[] = [];
  const { attributes } = element;
  for (let i = 0; i < attributes.length; i++) {
    const attribute = attributes[i] as Attr;
    list.push({ name: attribute.name, value: attribute.value });
  }
  return list;
}
