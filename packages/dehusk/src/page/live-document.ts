/** What the library reads of a node of a live document: a browser's, jsdom's, linkedom's. */
export interface LiveNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly firstChild: LiveNode | null;
  readonly nextSibling: LiveNode | null;
}

/**
 * A live document. Written as a shape, because programs that are compiled without the DOM's types have no `Document`;
 * every `Document` has this shape.
 */
export interface LiveDocument extends LiveNode {
  readonly childNodes: ArrayLike<LiveNode>;
  readonly documentElement: LiveNode | null;
}

/** A node as the caller's program knows it: the DOM's `Node` where its types are loaded. */
export type DocumentNode = typeof globalThis extends { Node: { prototype: infer DomNode } } ? DomNode : LiveNode;
