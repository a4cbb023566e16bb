import { DehuskError } from "../basics/index.ts";
import type { CodeUnits } from "./code-units.ts";
import { clockInterval, type Deadline, type Limits } from "./limits.ts";
import { DOCUMENT, TagNames } from "./tags.ts";

export interface Attribute {
  readonly name: string;
  readonly value: string;
}

const emptied: Attribute[] = [{ name: "", value: "" }];
// V8 represents arrays that never held an object differently.
emptied.pop();

/** For nodes without attributes. */
export const noAttributes: readonly Attribute[] = emptied;
const firstSize = 1024;

/** The links between nodes, and their tags: arrays that the next tree of this thread may reuse. */
interface Links {
  readonly tag: Int32Array<ArrayBuffer>;
  readonly parent: Int32Array<ArrayBuffer>;
  readonly firstChild: Int32Array<ArrayBuffer>;
  readonly lastChild: Int32Array<ArrayBuffer>;
  readonly previous: Int32Array<ArrayBuffer>;
  readonly next: Int32Array<ArrayBuffer>;
  readonly textAt: Int32Array<ArrayBuffer>;
}

/** Spare links. A tree takes them out, so that they are never shared. */
let spare: Links | undefined;
/** Larger arrays are not reused: 7 x 256 kB. */
const mostSpare = 65_536;

const noLinks = emptyLinks(0);

/**
 * A tree under construction, whose source may create, move and remove nodes in any order: links between numbered nodes
 * in flat arrays. Node 0 is the document; 0 also means "none" in links, since nothing links to it.
 */
export class TreeBuilder {
  readonly tagNames = new TagNames();
  size = 1;
  tag = noLinks.tag;
  parent = noLinks.parent;
  firstChild = noLinks.firstChild;
  lastChild = noLinks.lastChild;
  previous = noLinks.previous;
  next = noLinks.next;
  /** The source, and for each text 1 + its start there; 0 for texts that differ from the source. */
  units: CodeUnits | undefined;
  textAt = noLinks.textAt;
  /** Attributes of elements. */
  readonly attributes: (readonly Attribute[])[] = [noAttributes];
  /** Raw text of text nodes and comments, "" for others. */
  readonly strings: string[] = [""];
  doctype: Doctype | undefined;
  quirks = false;
  /** The name of an unclosed element whose text runs to the end of the source; `!--` for a comment. */
  unclosed: string | undefined;
  /** Where each node starts and ends in the source, if asked for. */
  readonly sourceStart: number[] = [];
  readonly sourceEnd: number[] = [];

  #appended = 0;
  #moved = false;
  readonly #limits: Limits;
  readonly #deadline: Deadline;

  /** @param room Initial capacity in nodes. */
  constructor(limits: Limits, deadline: Deadline, room = firstSize) {
    this.#limits = limits;
    this.#deadline = deadline;
    const links = spare ?? emptyLinks(Math.max(room, 16));
    spare = undefined;
    this.#use(links);
    this.#clear(0, DOCUMENT);
  }

  /** Whether nodes were only appended, each once and after its preceding siblings; then they may be in document order. */
  get isAppended(): boolean {
    return !this.#moved && this.#appended === this.size - 1;
  }

  /** Creates a detached node. */
  create(tag: number, attributes: readonly Attribute[], text: string): number {
    const node = this.size++;
    if (node >= this.#limits.nodes) {
      throw new DehuskError("limit-nodes", `The page has more nodes than the limit of ${this.#limits.nodes}.`);
    }
    if (node % clockInterval === 0) this.#deadline.check();
    if (node === this.tag.length) this.#resize(2 * node);
    this.#clear(node, tag);
    this.attributes.push(attributes);
    this.strings.push(text);
    return node;
  }

  #clear(node: number, tag: number): void {
    this.tag[node] = tag;
    this.parent[node] = 0;
    this.firstChild[node] = 0;
    this.lastChild[node] = 0;
    this.previous[node] = 0;
    this.next[node] = 0;
    this.textAt[node] = 0;
  }

  append(parent: number, node: number): void {
    const last = this.lastChild[parent];
    if (last > node) this.#moved = true;
    this.#appended++;
    this.parent[node] = parent;
    this.previous[node] = last;
    this.next[node] = 0;
    if (last === 0) this.firstChild[parent] = node;
    else this.next[last] = node;
    this.lastChild[parent] = node;
  }

  insertBefore(parent: number, node: number, reference: number): void {
    const before = this.previous[reference];
    this.#moved = true;
    this.parent[node] = parent;
    this.previous[node] = before;
    this.next[node] = reference;
    this.previous[reference] = node;
    if (before === 0) this.firstChild[parent] = node;
    else this.next[before] = node;
  }

  /** Detaches a node with its subtree. */
  detach(node: number): void {
    this.#moved = true;
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
    this.#moved = true;
    let child = this.firstChild[from];
    this.firstChild[from] = 0;
    this.lastChild[from] = 0;
    while (child !== 0) {
      const after = this.next[child];
      this.append(to, child);
      child = after;
    }
  }

  /** One of the links' arrays for a page to own: a copy, unless this tree's memory is too large to be used again. */
  keeps(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
    return array.length <= mostSpare ? array.slice(0, this.size) : array.subarray(0, this.size);
  }

  /** Leaves the links to the next tree of this thread; if there are many, returns those that no page owns. */
  release(): readonly Int32Array<ArrayBuffer>[] {
    const { tag, parent, firstChild, lastChild, previous, next, textAt } = this;
    const isSpare = tag.length <= mostSpare;
    if (isSpare) spare = { tag, parent, firstChild, lastChild, previous, next, textAt };
    this.size = 0;
    this.#use(noLinks);
    return isSpare ? [] : [firstChild, lastChild, previous, next];
  }

  #use({ tag, parent, firstChild, lastChild, previous, next, textAt }: Links): void {
    this.tag = tag;
    this.parent = parent;
    this.firstChild = firstChild;
    this.lastChild = lastChild;
    this.previous = previous;
    this.next = next;
    this.textAt = textAt;
  }

  #resize(length: number): void {
    this.tag = resized(this.tag, length);
    this.parent = resized(this.parent, length);
    this.firstChild = resized(this.firstChild, length);
    this.lastChild = resized(this.lastChild, length);
    this.previous = resized(this.previous, length);
    this.next = resized(this.next, length);
    this.textAt = resized(this.textAt, length);
  }
}

export interface Doctype {
  readonly name: string;
  readonly publicId: string;
  readonly systemId: string;
}

function emptyLinks(length: number): Links {
  const array = () => new Int32Array(length);
  return {
    tag: array(),
    parent: array(),
    firstChild: array(),
    lastChild: array(),
    previous: array(),
    next: array(),
    textAt: array(),
  };
}

function resized(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
