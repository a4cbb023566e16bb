/** The properties we read from a node of a live document (a browser's, jsdom's, linkedom's). */
export interface LiveNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly firstChild: LiveNode | null;
  readonly nextSibling: LiveNode | null;
}

/**
 * A live document. A structural type, since programs compiled without the DOM types have no `Document`; every
 * `Document` matches it.
 */
export interface LiveDocument extends LiveNode {
  readonly childNodes: ArrayLike<LiveNode>;
  readonly documentElement: LiveNode | null;
}

/** The DOM's `Node` if the caller's program has its types. */
export type DocumentNode = typeof globalThis extends { Node: { prototype: infer DomNode } } ? DomNode : LiveNode;
