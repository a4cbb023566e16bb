const shownThings = "img,input,meter,progress,svg,math,[data-dh-label]";

/** Something that has boxes on the screen: an element, or some text in one. */
export interface Place {
  readonly element: Element;
  boxes(): readonly DOMRect[];
}

/** The page's elements by node number, in order. Arrays have an entry for each element. */
export class PageNodes {
  readonly elements: readonly Element[];
  /** Number of each element's node. */
  readonly numbers: Int32Array;
  /** One past the number of each element's last node. */
  readonly ends: Int32Array;
  /** Index of each element's nearest numbered ancestor, -1 for none. */
  readonly parents: Int32Array;
  /** 1 for elements that directly contain text or an image. */
  readonly holds: Uint8Array;
  /** 1 for elements that contain text or an image at any depth. */
  readonly shows: Uint8Array;
  readonly #indexes = new Map<Element, number>();

  constructor(document: Document) {
    this.elements = Array.from(document.querySelectorAll("[data-dh-n]"));
    const size = this.elements.length;
    this.numbers = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.parents = new Int32Array(size).fill(-1);
    this.holds = new Uint8Array(size);
    this.shows = new Uint8Array(size);
    for (const [i, element] of this.elements.entries()) {
      this.#indexes.set(element, i);
      this.numbers[i] = Number(element.getAttribute("data-dh-n"));
      this.ends[i] = Number(element.getAttribute("data-dh-e"));
      if (element.parentElement !== null) this.parents[i] = this.indexOf(element.parentElement);
      this.holds[i] = holdsSomething(element) ? 1 : 0;
    }
    for (let i = size - 1; i >= 0; i--) {
      if (this.holds[i] === 1) this.shows[i] = 1;
      const parent = this.parents[i];
      if (parent >= 0 && this.shows[i] === 1) this.shows[parent] = 1;
    }
  }

  /** Index of an element of the page or of its nearest ancestor, -1 for none. */
  indexOf(element: Element): number {
    for (let around: Element | null = element; around !== null; around = around.parentElement) {
      const index = this.#indexes.get(around);
      if (index !== undefined) return index;
    }
    return -1;
  }

  /** Where a node is: its element; for text, the text; for anything not in the frame, the element around it. */
  placeOf(node: number): Place | undefined {
    let index = this.#lastUpTo(node);
    while (index >= 0 && this.ends[index] <= node) index = this.parents[index];
    const element = this.elements[index];
    if (element === undefined) return undefined;
    const text = this.numbers[index] === node ? undefined : this.#textAt(element, node);
    return text === undefined ? placeOfElement(element) : placeOfText(element, text);
  }

  #lastUpTo(node: number): number {
    let low = 0;
    let high = this.numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.numbers[middle] <= node) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The text node with a number: the last one before a child with a higher number. */
  #textAt(element: Element, node: number): Text | undefined {
    let found: Text | undefined;
    for (const child of element.childNodes) {
      if (child instanceof Text) {
        if (found === undefined || child.data.trim() !== "") found = child;
      } else if (child instanceof Element) {
        const number = Number(child.getAttribute("data-dh-n"));
        if (number > node) break;
        found = undefined;
      }
    }
    return found;
  }
}

function holdsSomething(element: Element): boolean {
  if (element.matches(shownThings)) return true;
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (child instanceof Text && /\S/.test(child.data)) return true;
  }
  return false;
}

function placeOfElement(element: Element): Place {
  return {
    element,
    boxes() {
      const own = element.getBoundingClientRect();
      if (own.width > 0 && own.height > 0) return [own];
      // An element without its own box, as with `display: contents`: its content.
      const range = document.createRange();
      range.selectNodeContents(element);
      const around = range.getBoundingClientRect();
      return around.width > 0 && around.height > 0 ? [around] : [];
    },
  };
}

function placeOfText(element: Element, text: Text): Place {
  return {
    element,
    boxes() {
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      return box.width > 0 && box.height > 0 ? [box] : [];
    },
  };
}
