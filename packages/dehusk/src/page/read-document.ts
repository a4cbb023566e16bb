import { wellFormed } from "../basics/index.ts";
import { type Deadline, type Limits, resolveLimits, startDeadline } from "./limits.ts";
import type { LiveDocument, LiveNode } from "./live-document.ts";
import { COMMENT, TEXT } from "./tags.ts";
import { type Attribute, type Doctype, noAttributes, TreeBuilder } from "./tree-builder.ts";

/** `Node.nodeType` values. */
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const CDATA_NODE = 4;
const COMMENT_NODE = 8;
const DOCTYPE_NODE = 10;

/**
 * Copies the tree of a live document (a browser's, jsdom's, linkedom's) without changing it. Adjacent text nodes are
 * merged as in parsing. Open shadow roots are copied in place of their hosts' children, which go into the slots. Nodes are
 * created in document order, so they keep their numbers in the page.
 *
 * @param origins Receives the DOM node of each tree node; for merged texts, the first.
 */
export function readDocument(
  document: LiveDocument,
  limits: Limits,
  deadline: Deadline,
  origins: LiveNode[] = [],
): TreeBuilder {
  const tree = new TreeBuilder(limits, deadline);
  origins.push(document);
  const dom = readersFor(document);
  tree.quirks = dom.compatMode(document) === "BackCompat";
  // Not by nextSibling: in linkedom the doctype does not lead to the root element.
  for (const child of Array.from(dom.childNodes(document))) copyTree(tree, dom, child, origins);
  // Only after merging: two text nodes may each hold half of a surrogate pair.
  for (let i = 0; i < tree.size; i++) tree.strings[i] = wellFormed(tree.strings[i]);
  return tree;
}

/**
 * The DOM nodes of a live document by page node number; for merged texts, the first.
 *
 * @throws DehuskError `bad-option`, `limit-nodes`, `limit-time`.
 */
export function documentNodes(document: LiveDocument, limits?: Partial<Limits>): LiveNode[] {
  const known = resolveLimits(limits);
  const nodes: LiveNode[] = [];
  readDocument(document, known, startDeadline(known), nodes);
  return nodes;
}

export function documentAddress(document: LiveDocument): string | undefined {
  return readersFor(document).URL(document);
}

interface Readers {
  readonly compatMode: (document: LiveDocument) => string;
  readonly URL: (document: LiveDocument) => string;
  readonly childNodes: (node: LiveNode) => ArrayLike<LiveNode>;
  readonly nodeType: (node: LiveNode) => number;
  readonly nodeName: (node: LiveNode) => string;
  readonly nodeValue: (node: LiveNode) => string | null;
  readonly firstChild: (node: LiveNode) => LiveNode | null;
  readonly nextSibling: (node: LiveNode) => LiveNode | null;
  readonly shadowRoot: (element: LiveNode) => LiveNode | null | undefined;
  readonly localName: (element: LiveNode) => string;
  readonly namespaceURI: (element: LiveNode) => string | null;
  readonly attributes: (element: LiveNode) => ArrayLike<Attribute>;
}

/**
 * Property getters for a document's nodes. In browsers, form controls and images shadow properties of the same name
 * (`<input name="nextSibling">`), so the getters come from the prototypes.
 */
function readersFor(document: LiveDocument): Readers {
  const reader = (owner: "Document" | "Node" | "Element", name: string) => {
    const prototype = (globalThis as unknown as Record<string, { prototype: object } | undefined>)[owner]?.prototype;
    const getter = prototype && Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return getter !== undefined && isNative(document)
      ? (node: object) => getter.call(node)
      : (node: object) => (node as Record<string, unknown>)[name];
  };
  return {
    compatMode: reader("Document", "compatMode"),
    URL: reader("Document", "URL"),
    childNodes: reader("Node", "childNodes"),
    nodeType: reader("Node", "nodeType"),
    nodeName: reader("Node", "nodeName"),
    nodeValue: reader("Node", "nodeValue"),
    firstChild: reader("Node", "firstChild"),
    shadowRoot: reader("Element", "shadowRoot"),
    nextSibling: reader("Node", "nextSibling"),
    localName: reader("Element", "localName"),
    namespaceURI: reader("Element", "namespaceURI"),
    attributes: reader("Element", "attributes"),
  } as Readers;
}

/** Whether a document is the browser's own rather than a library's. */
function isNative(document: LiveDocument): boolean {
  return typeof Document === "function" && document instanceof Document;
}

function copyTree(tree: TreeBuilder, dom: Readers, root: LiveNode, origins: LiveNode[]): void {
  // Stack: for each level, the parent to append to and the next child to copy.
  const parents: number[] = [];
  const children: (LiveNode | null)[] = [];
  /** For slots, what they show instead of their children, last first. */
  const assigned: (LiveNode[] | undefined)[] = [];
  const enter = (node: LiveNode, parent: number): void => {
    const copy = copyNode(tree, dom, parent, node);
    if (tree.size > origins.length) origins.push(node);
    if (copy < 0) return;
    parents.push(copy);
    const shown = assignedTo(dom, node);
    assigned.push(shown);
    children.push(shown === undefined ? firstChildOf(dom, node) : (shown.pop() ?? null));
  };
  enter(root, 0);
  while (parents.length > 0) {
    const level = parents.length - 1;
    const child = children[level];
    if (child === null) {
      parents.pop();
      children.pop();
      assigned.pop();
    } else {
      const shown = assigned[level];
      children[level] = shown === undefined ? dom.nextSibling(child) : (shown.pop() ?? null);
      enter(child, parents[level]);
    }
  }
}

/** Copies one node; returns its number if it is an element, whose children come next, otherwise -1. */
function copyNode(tree: TreeBuilder, dom: Readers, parent: number, node: LiveNode): number {
  switch (dom.nodeType(node)) {
    case ELEMENT_NODE: {
      const copy = tree.create(tree.tagNames.intern(nameOf(dom, node)), attributesOf(dom, node), "");
      tree.append(parent, copy);
      return copy;
    }
    case TEXT_NODE:
    case CDATA_NODE: {
      const text = dom.nodeValue(node) ?? "";
      const last = tree.lastChild[parent];
      if (last !== 0 && tree.tag[last] === TEXT) tree.strings[last] += text;
      else if (text !== "") tree.append(parent, tree.create(TEXT, noAttributes, text));
      return -1;
    }
    case COMMENT_NODE:
      tree.append(parent, tree.create(COMMENT, noAttributes, dom.nodeValue(node) ?? ""));
      return -1;
    case DOCTYPE_NODE: {
      const { name, publicId, systemId } = node as LiveNode & Doctype;
      tree.doctype = { name, publicId, systemId };
      return -1;
    }
    default:
      return -1;
  }
}

/** The children of a slot's host that it shows, last first; undefined when it shows its own. */
function assignedTo(dom: Readers, node: LiveNode): LiveNode[] | undefined {
  if (dom.localName(node) !== "slot") return undefined;
  const nodes = (node as LiveNode & { assignedNodes?(): LiveNode[] }).assignedNodes?.();
  return nodes === undefined || nodes.length === 0 ? undefined : nodes.toReversed();
}

function firstChildOf(dom: Readers, node: LiveNode): LiveNode | null {
  const shadow = dom.shadowRoot(node) ?? undefined;
  if (shadow !== undefined) return dom.firstChild(shadow);
  // Only templates have `content`; some libraries keep it in the template itself.
  const content = dom.localName(node) === "template" ? (node as LiveNode & { content?: LiveNode }).content : undefined;
  return content?.firstChild ?? dom.firstChild(node);
}

function nameOf(dom: Readers, element: LiveNode): string {
  const localName = dom.localName(element);
  const namespace = dom.namespaceURI(element);
  if (namespace === "http://www.w3.org/2000/svg") return `svg ${localName}`;
  if (namespace === "http://www.w3.org/1998/Math/MathML") return `math ${localName}`;
  // HTML names may contain a colon, which XML-minded libraries take for a prefix.
  const nodeName = dom.nodeName(element);
  return nodeName.includes(":") ? nodeName.toLowerCase() : localName;
}

function attributesOf(dom: Readers, element: LiveNode): Attribute[] {
  const list: Attribute[] = [];
  const attributes = dom.attributes(element);
  for (let i = 0; i < attributes.length; i++) {
    const attribute = attributes[i];
    list.push({ name: wellFormed(attribute.name), value: wellFormed(attribute.value) });
  }
  return list;
}
