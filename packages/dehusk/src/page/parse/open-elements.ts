import { tagNumber, tagNumbers } from "../tags.ts";
import { ElementClass, type ElementTags, foreign } from "./element-classes.ts";

const [BUTTON, HTML, OL, TABLE, TEMPLATE, UL] = tagNumbers("button", "html", "ol", "table", "template", "ul");
const [H1, H6] = [tagNumber("h1"), tagNumber("h6")];

const firstRoom = 256;
/** Arrays per slot. */
const fields = 11;

/** A stack that no page uses; a page takes it, so that two never share it. Slots are written before they are read. */
let spare: OpenElements | undefined;
/** Stacks of more slots or tags are not kept. */
const mostSpare = 4096;

/** An empty stack for a page. */
export function takeOpenElements(tags: ElementTags): OpenElements {
  const open = spare ?? new OpenElements();
  spare = undefined;
  open.start(tags);
  return open;
}

/**
 * The stack of open elements. All of the standard's searches take constant time: elements with the same tag are
 * chained, and each slot knows the nearest special element and scope boundary at or below it. An element that is removed
 * from the middle leaves its slot empty; slots keep the order of the stack, so that comparing slots compares depth.
 */
export class OpenElements {
  /** The slot of the current node, -1 for none. */
  top = -1;
  /** Number of open templates. */
  templates = 0;
  node!: Int32Array;
  tag!: Int32Array;
  classes!: Int32Array;
  /** The next open element down and up, -1 for none. */
  below!: Int32Array;
  above!: Int32Array;
  /** The next element down and up with the same tag. */
  #sameTag!: Int32Array;
  #sameTagUp!: Int32Array;
  /** The topmost special element, item boundary, scope boundary and HTML element at or below the slot. */
  #special!: Int32Array;
  #boundary!: Int32Array;
  #scope!: Int32Array;
  #html!: Int32Array;
  /** The topmost slot of each tag, -1 for none. */
  #topOf = new Int32Array(firstRoom).fill(-1);
  #tags!: ElementTags;
  #memory!: Int32Array<ArrayBuffer>;
  #room = 0;

  constructor() {
    this.#use(new Int32Array(fields * firstRoom));
  }

  /** Empties the stack for another page. */
  start(tags: ElementTags): void {
    this.#tags = tags;
    this.#topOf.fill(-1);
    this.top = -1;
    this.templates = 0;
  }

  push(node: number, tag: number): void {
    const below = this.top;
    const slot = below + 1;
    if (slot === this.#room) this.#grow(2 * this.#room);
    if (tag >= this.#topOf.length) this.#makeRoomFor(tag);
    this.node[slot] = node;
    this.tag[slot] = tag;
    this.classes[slot] = this.#tags.classesOf(tag);
    this.below[slot] = below;
    this.above[slot] = -1;
    if (below >= 0) this.above[below] = slot;
    this.#chain(slot, this.#topOf[tag], -1);
    this.#summarize(slot);
    this.top = slot;
    if (tag === TEMPLATE) this.templates++;
  }

  /** Notes the nearest element of each class at or below a slot. */
  #summarize(slot: number): void {
    const below = this.below[slot];
    const classes = this.classes[slot];
    const bottom = below < 0;
    this.#special[slot] = (classes & ElementClass.Special) !== 0 ? slot : bottom ? -1 : this.#special[below];
    this.#boundary[slot] = (classes & ElementClass.ItemBoundary) !== 0 ? slot : bottom ? -1 : this.#boundary[below];
    this.#scope[slot] = (classes & ElementClass.Scope) !== 0 ? slot : bottom ? -1 : this.#scope[below];
    this.#html[slot] = (classes & foreign) === 0 ? slot : bottom ? -1 : this.#html[below];
  }

  pop(): void {
    const slot = this.top;
    const tag = this.tag[slot];
    const down = this.#sameTag[slot];
    this.#topOf[tag] = down;
    if (down >= 0) this.#sameTagUp[down] = -1;
    const below = this.below[slot];
    this.top = below;
    if (below >= 0) this.above[below] = -1;
    if (tag === TEMPLATE) this.templates--;
  }

  get currentNode(): number {
    return this.node[this.top];
  }

  get currentTag(): number {
    return this.top < 0 ? 0 : this.tag[this.top];
  }

  /** Removes the element in a slot, which is neither a scope boundary nor a template. */
  remove(slot: number): void {
    if (slot === this.top) {
      this.pop();
      return;
    }
    this.#unchain(slot);
    const below = this.below[slot];
    const above = this.above[slot];
    this.node[slot] = -1;
    this.below[above] = below;
    if (below >= 0) this.above[below] = above;
    if ((this.classes[slot] & ElementClass.Special) !== 0) {
      for (
        let up = above;
        up >= 0 && (this.#special[up] === slot || this.#boundary[up] === slot);
        up = this.above[up]
      ) {
        this.#summarize(up);
      }
    }
    for (let up = above; up >= 0 && this.#html[up] === slot; up = this.above[up]) this.#summarize(up);
  }

  #unchain(slot: number): void {
    const down = this.#sameTag[slot];
    const up = this.#sameTagUp[slot];
    if (up < 0) this.#topOf[this.tag[slot]] = down;
    else this.#sameTag[up] = down;
    if (down >= 0) this.#sameTagUp[down] = up;
  }

  /** Puts a slot into the chain of its tag, above `down` and below `up`. */
  #chain(slot: number, down: number, up: number): void {
    this.#sameTag[slot] = down;
    this.#sameTagUp[slot] = up;
    if (down >= 0) this.#sameTagUp[down] = slot;
    if (up < 0) this.#topOf[this.tag[slot]] = slot;
    else this.#sameTag[up] = slot;
  }

  /** Puts another element with the same tag into a slot. */
  replace(slot: number, node: number): void {
    this.node[slot] = node;
  }

  /**
   * The adoption agency's last step: takes the formatting element out of its slot and opens an element with the same tag
   * directly above the furthest block. The elements between, which are few, move down by one slot.
   *
   * @param moved Receives the new slot of each.
   */
  reopen(formatting: number, block: number, node: number, moved: (node: number, slot: number) => void): void {
    const tag = this.tag[formatting];
    const between: number[] = [];
    for (let slot = this.above[formatting]; slot !== block; slot = this.above[slot]) between.push(slot);
    const above = this.above[block];
    let down = this.#sameTag[formatting];
    let up = this.#sameTagUp[formatting];
    this.#unchain(formatting);
    let free = formatting;
    let below = this.below[formatting];
    for (const slot of [...between, block]) {
      this.#move(slot, free, below);
      moved(this.node[free], free);
      if (up === slot) up = free;
      below = free;
      free = slot;
    }
    while (up >= 0 && up < block) {
      down = up;
      up = this.#sameTagUp[up];
    }
    this.node[block] = node;
    this.tag[block] = tag;
    this.classes[block] = this.#tags.classesOf(tag);
    this.below[block] = below;
    this.above[below] = block;
    this.above[block] = above;
    this.#chain(block, down, up);
    this.#summarize(block);
    // The furthest block is the nearest special element of some above it.
    for (let slot = above; slot >= 0 && this.#refersTo(slot, block); slot = this.above[slot]) this.#summarize(slot);
  }

  #refersTo(slot: number, target: number): boolean {
    return this.#special[slot] === target || this.#boundary[slot] === target || this.#scope[slot] === target;
  }

  #move(from: number, to: number, below: number): void {
    const down = this.#sameTag[from];
    const up = this.#sameTagUp[from];
    this.node[to] = this.node[from];
    this.tag[to] = this.tag[from];
    this.classes[to] = this.classes[from];
    this.below[to] = below;
    if (below >= 0) this.above[below] = to;
    this.node[from] = -1;
    this.#chain(to, down, up);
    this.#summarize(to);
  }

  /** The topmost slot with a tag, -1 for none. */
  find(tag: number): number {
    return tag >= 0 && tag < this.#topOf.length ? this.#topOf[tag] : -1;
  }

  /** The slot of a node with a tag, -1 if it is not open. */
  slotOf(node: number, tag: number): number {
    let slot = this.find(tag);
    while (slot >= 0 && this.node[slot] !== node) slot = this.#sameTag[slot];
    return slot;
  }

  findHeading(): number {
    let slot = -1;
    for (let tag = H1; tag <= H6; tag++) slot = Math.max(slot, this.#topOf[tag]);
    return slot;
  }

  /** The topmost of two tags or more. */
  findAny(tags: readonly number[]): number {
    let slot = -1;
    for (const tag of tags) slot = Math.max(slot, this.#topOf[tag]);
    return slot;
  }

  isInScope(slot: number): boolean {
    return slot >= 0 && slot >= this.#scope[this.top];
  }

  has(tag: number): boolean {
    return this.isInScope(this.#topOf[tag]);
  }

  hasInButtonScope(tag: number): boolean {
    const slot = this.#topOf[tag];
    return slot >= 0 && slot >= this.#scope[this.top] && slot >= this.#topOf[BUTTON];
  }

  hasInItemScope(tag: number): boolean {
    const slot = this.#topOf[tag];
    return this.isInScope(slot) && slot >= this.#topOf[OL] && slot >= this.#topOf[UL];
  }

  isInTableScope(slot: number): boolean {
    return slot >= 0 && slot >= this.#topOf[TABLE] && slot >= this.#topOf[HTML];
  }

  hasInTableScope(tag: number): boolean {
    return this.isInTableScope(this.#topOf[tag]);
  }

  hasSpecialAbove(slot: number): boolean {
    return this.#special[this.top] > slot;
  }

  hasItemBoundaryAbove(slot: number): boolean {
    return this.#boundary[this.top] > slot;
  }

  /** The slot of the topmost HTML element. */
  get topHtml(): number {
    return this.top < 0 ? -1 : this.#html[this.top];
  }

  #makeRoomFor(tag: number): void {
    const larger = new Int32Array(2 * tag).fill(-1);
    larger.set(this.#topOf);
    this.#topOf = larger;
  }

  /** Hands the stack to the next page of this thread. It must not be used any more. */
  release(): void {
    if (this.#room <= mostSpare && this.#topOf.length <= mostSpare) spare = this;
  }

  #grow(room: number): void {
    const memory = new Int32Array(fields * room);
    for (let i = 0; i < fields; i++) {
      memory.set(this.#memory.subarray(i * this.#room, (i + 1) * this.#room), i * room);
    }
    this.#use(memory);
  }

  #use(memory: Int32Array<ArrayBuffer>): void {
    const room = memory.length / fields;
    const view = (i: number) => new Int32Array(memory.buffer, 4 * i * room, room);
    this.node = view(0);
    this.tag = view(1);
    this.classes = view(2);
    this.below = view(3);
    this.above = view(4);
    this.#sameTag = view(5);
    this.#sameTagUp = view(6);
    this.#special = view(7);
    this.#boundary = view(8);
    this.#scope = view(9);
    this.#html = view(10);
    this.#memory = memory;
    this.#room = room;
  }
}
