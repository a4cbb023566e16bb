import {
  html as htmlSpec,
  Parser,
  type ParserOptions,
  type Token,
  type TreeAdapter,
  type TreeAdapterTypeMap,
} from "parse5";
import type { Deadline, Limits } from "./limits.ts";
import { SkippingTokenizer } from "./skipping-tokenizer.ts";
import { COMMENT, TEXT } from "./tags.ts";
import { type Attribute, noAttributes, TreeBuilder } from "./tree-builder.ts";

type NumberTree = TreeAdapterTypeMap<number, number, number, number, number, number, number, number, number, number>;

/** Characters fed to the parser at a time, so that the clock is checked even if a page makes few nodes. */
const pieceLength = 1 << 20;

/**
 * Parses HTML into the tree browsers build. parse5 follows the standard; the adapter below makes it build into flat
 * arrays instead of objects, with node numbers as handles. A `<template>` has its content as children.
 */
export function parseHtml(
  html: string,
  options: { readonly scripting: boolean; readonly sourceRanges: boolean },
  limits: Limits,
  deadline: Deadline,
): TreeBuilder {
  const tree = new TreeBuilder(limits, deadline);
  const parser = new NumberTreeParser(tree, {
    treeAdapter: new NumberTreeAdapter(tree),
    scriptingEnabled: options.scripting,
    sourceCodeLocationInfo: options.sourceRanges,
  });
  if (!options.sourceRanges) parser.tokenizer = new SkippingTokenizer(parser.options, parser);
  let at = 0;
  for (; at + pieceLength < html.length; at += pieceLength) {
    parser.tokenizer.write(html.slice(at, at + pieceLength), false);
    deadline.check();
  }
  parser.tokenizer.write(at === 0 ? html : html.slice(at), true);
  return tree;
}

const { NS, DOCUMENT_MODE } = htmlSpec;

class NumberTreeParser extends Parser<NumberTree> {
  readonly #tree: TreeBuilder;

  constructor(tree: TreeBuilder, options: ParserOptions<NumberTree>) {
    super(options);
    this.#tree = tree;
  }

  override _adoptNodes(donor: number, recipient: number): void {
    this.#tree.moveChildren(donor, recipient);
  }
}

/** Makes parse5 build into a {@link TreeBuilder}. A class, so that calls stay monomorphic across pages. */
class NumberTreeAdapter implements TreeAdapter<NumberTree> {
  readonly #tree: TreeBuilder;
  /** Per tag number, what parse5 asks for most. */
  readonly #namespaces: htmlSpec.NS[] = [];
  readonly #localNames: string[] = [];
  /** Elements whose tag is repeated, which adds attributes each time. */
  readonly #adopted = new Map<number, { readonly list: Attribute[]; readonly names: Set<string> }>();

  constructor(tree: TreeBuilder) {
    this.#tree = tree;
  }

  createDocument(): number {
    return 0;
  }

  /** Called only for templates, whose content goes into the template itself. */
  createDocumentFragment(): number {
    return 0;
  }

  setTemplateContent(): void {}

  getTemplateContent(template: number): number {
    return template;
  }

  createElement(name: string, namespace: htmlSpec.NS, attributes: Token.Attribute[]): number {
    const own = namespace === NS.HTML ? attributes : attributes.map(qualified);
    return this.#tree.create(this.#tagFor(name, namespace), own, "");
  }

  createCommentNode(text: string): number {
    return this.#tree.create(COMMENT, noAttributes, text);
  }

  createTextNode(text: string): number {
    return this.#tree.create(TEXT, noAttributes, text);
  }

  appendChild(parent: number, node: number): void {
    this.#tree.append(parent, node);
  }

  insertBefore(parent: number, node: number, reference: number): void {
    this.#tree.insertBefore(parent, node, reference);
  }

  detachNode(node: number): void {
    this.#tree.detach(node);
  }

  insertText(parent: number, text: string): void {
    const tree = this.#tree;
    const last = tree.lastChild[parent];
    if (last !== 0 && tree.tag[last] === TEXT) tree.strings[last] += text;
    else tree.append(parent, this.createTextNode(text));
  }

  insertTextBefore(parent: number, text: string, reference: number): void {
    const tree = this.#tree;
    const before = tree.previous[reference];
    if (before !== 0 && tree.tag[before] === TEXT) tree.strings[before] += text;
    else tree.insertBefore(parent, this.createTextNode(text), reference);
  }

  adoptAttributes(element: number, attributes: Token.Attribute[]): void {
    let own = this.#adopted.get(element);
    if (own === undefined) {
      const list = [...this.#tree.attributes[element]];
      own = { list, names: new Set(list.map(({ name }) => name)) };
      this.#adopted.set(element, own);
      this.#tree.attributes[element] = list;
    }
    for (const attribute of attributes) {
      if (own.names.has(attribute.name)) continue;
      own.names.add(attribute.name);
      own.list.push(attribute);
    }
  }

  setDocumentType(_document: number, name: string, publicId: string, systemId: string): void {
    this.#tree.doctype = { name, publicId, systemId };
  }

  setDocumentMode(_document: number, mode: htmlSpec.DOCUMENT_MODE): void {
    this.#tree.quirks = mode === DOCUMENT_MODE.QUIRKS;
  }

  getDocumentMode(): htmlSpec.DOCUMENT_MODE {
    return this.#tree.quirks ? DOCUMENT_MODE.QUIRKS : DOCUMENT_MODE.NO_QUIRKS;
  }

  getFirstChild(node: number): number | null {
    return this.#tree.firstChild[node] || null;
  }

  getParentNode(node: number): number | null {
    return this.#tree.parent[node] || null;
  }

  getAttrList(element: number): Token.Attribute[] {
    return this.#tree.attributes[element] as Token.Attribute[];
  }

  getTagName(element: number): string {
    return this.#localNames[this.#tree.tag[element]];
  }

  getNamespaceURI(element: number): htmlSpec.NS {
    return this.#namespaces[this.#tree.tag[element]];
  }

  getTextNodeContent(node: number): string {
    return this.#tree.strings[node];
  }

  getCommentNodeContent(node: number): string {
    return this.#tree.strings[node];
  }

  isTextNode(node: number): node is number {
    return this.#tree.tag[node] === TEXT;
  }

  isCommentNode(node: number): node is number {
    return this.#tree.tag[node] === COMMENT;
  }

  isElementNode(node: number): node is number {
    return this.#tree.tag[node] > COMMENT;
  }

  isDocumentTypeNode(_node: number): _node is number {
    return false;
  }

  getDocumentTypeNodeName(): string {
    return "";
  }

  getDocumentTypeNodePublicId(): string {
    return "";
  }

  getDocumentTypeNodeSystemId(): string {
    return "";
  }

  /** Called only to find the text node just written to: the last child, or the one before it. */
  getChildNodes(parent: number): number[] {
    const last = this.#tree.lastChild[parent];
    return last === 0 ? [] : [this.#tree.previous[last], last];
  }

  getNodeSourceCodeLocation(node: number): Token.ElementLocation | null {
    return this.#tree.sourceStart[node] === undefined ? null : ({} as Token.ElementLocation);
  }

  setNodeSourceCodeLocation(node: number, location: Token.ElementLocation | null): void {
    if (!location || !node) return;
    this.#tree.sourceStart[node] = location.startOffset;
    this.#tree.sourceEnd[node] = location.endOffset;
  }

  updateNodeSourceCodeLocation(node: number, location: Partial<Token.ElementLocation>): void {
    if (location.endOffset !== undefined) this.#tree.sourceEnd[node] = location.endOffset;
  }

  #tagFor(name: string, namespace: htmlSpec.NS): number {
    const prefix = namespace === NS.HTML ? "" : namespace === NS.SVG ? "svg " : "math ";
    const tag = this.#tree.tagNames.intern(prefix === "" ? name : prefix + name);
    if (this.#namespaces[tag] === undefined) {
      this.#namespaces[tag] = namespace;
      this.#localNames[tag] = name;
    }
    return tag;
  }
}

function qualified(attribute: Token.Attribute): Attribute {
  return attribute.prefix ? { name: `${attribute.prefix}:${attribute.name}`, value: attribute.value } : attribute;
}
