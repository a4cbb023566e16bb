import { DehuskError } from "../basics/index.ts";
import { clockInterval, type Deadline, type Limits } from "./limits.ts";
import { DOCUMENT, TagNames } from "./tags.ts";

export interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** For nodes without attributes. */
export const noAttributes: readonly Attribute[] = [];
const firstSize = 1024;

/**
 * A tree under construction, whose source may create, move and remove nodes in any order: links between numbered nodes
 * in flat arrays. Node 0 is the document; 0 also means "none" in links, since nothing links to it.
 */
export class TreeBuilder {
  readonly tagNames = new TagNames();
  size = 0;
  tag = new Int32Array(firstSize);
  parent = new Int32Array(firstSize);
  firstChild = new Int32Array(firstSize);
  lastChild = new Int32Array(firstSize);
  previous = new Int32Array(firstSize);
  next = new Int32Array(firstSize);
  /** Attributes of elements. */
  readonly attributes: (readonly Attribute[])[] = [];
  /** Raw text of text nodes and comments, "" for others. */
  readonly strings: string[] = [];
  doctype: Doctype | undefined;
  quirks = false;
  /** Where each node starts and ends in the source, if asked for. */
  readonly sourceStart: number[] = [];
  readonly sourceEnd: number[] = [];

  readonly #limits: Limits;
  readonly #deadline: Deadline;

  constructor(limits: Limits, deadline: Deadline) {
    this.#limits = limits;
    this.#deadline = deadline;
    this.create(DOCUMENT, noAttributes, "");
  }

  /** Creates a detached node. */
  create(tag: number, attributes: readonly Attribute[], text: string): number {
    const node = this.size++;
    if (node >= this.#limits.nodes) {
      throw new DehuskError("limit-nodes", `The page has more nodes than the limit of ${this.#limits.nodes}.`);
    }
    if (node % clockInterval === 0) this.#deadline.check();
    if (node === this.tag.length) this.#grow();
    this.tag[node] = tag;
    this.attributes.push(attributes);
    this.strings.push(text);
    return node;
  }

  append(parent: number, node: number): void {
    const last = this.lastChild[parent];
    this.parent[node] = parent;
    this.previous[node] = last;
    this.next[node] = 0;
    if (last === 0) this.firstChild[parent] = node;
    else this.next[last] = node;
    this.lastChild[parent] = node;
  }

  insertBefore(parent: number, node: number, reference: number): void {
    const before = this.previous[reference];
    this.parent[node] = parent;
    this.previous[node] = before;
    this.next[node] = reference;
    this.previous[reference] = node;
    if (before === 0) this.firstChild[parent] = node;
    else this.next[before] = node;
  }

  /** Detaches a node with its subtree. */
  detach(node: number): void {
    const parent = this.parent[node];
    const before = this.previous[node];
    const after = this.next[node];
    if (before !== 0) this.next[before] = after;
    else if (this.firstChild[parent] === node) this.firstChild[parent] = after;
    if (after !== 0) this.previous[after] = before;
    else if (this.lastChild[parent] === node) this.lastChild[parent] = before;
    this.parent[node] = 0;
    this.previous[node] = 0;
    this.next[node] = 0;
  }

  /** Moves all children of one node to the end of another. */
  moveChildren(from: number, to: number): void {
    let child = this.firstChild[from];
    this.firstChild[from] = 0;
    this.lastChild[from] = 0;
    while (child !== 0) {
      const after = this.next[child];
      this.append(to, child);
      child = after;
    }
  }

  #grow(): void {
    const length = this.tag.length * 2;
    this.tag = resized(this.tag, length);
    this.parent = resized(this.parent, length);
    this.firstChild = resized(this.firstChild, length);
    this.lastChild = resized(this.lastChild, length);
    this.previous = resized(this.previous, length);
    this.next = resized(this.next, length);
  }
}

export interface Doctype {
  readonly name: string;
  readonly publicId: string;
  readonly systemId: string;
}

function resized(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
