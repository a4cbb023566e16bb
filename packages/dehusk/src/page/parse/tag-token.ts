import { type Attribute, noAttributes } from "../tree-builder.ts";
import type { NameTable } from "./name-table.ts";
import type { SourceText } from "./source-text.ts";

/** The tag that was read last. The object is reused; attributes are ranges of the source until an element is made. */
export class TagToken {
  /** Number of its name, see `tag-tokens.ts`. */
  name = 0;
  isEnd = false;
  selfClosing = false;
  /** Where it is in the source. */
  start = 0;
  end = 0;
  /** Number of attributes. */
  count = 0;
  readonly attributeNames: NameTable;
  #names = new Int32Array(16);
  #from = new Int32Array(16);
  #to = new Int32Array(16);
  /** Per attribute name, the serial number of the last tag that had it. */
  #lastTag = new Int32Array(256);
  #serial = 0;
  readonly #text: SourceText;
  #attributes: readonly Attribute[] | undefined;

  constructor(text: SourceText, attributeNames: NameTable) {
    this.#text = text;
    this.attributeNames = attributeNames;
  }

  open(start: number, isEnd: boolean): void {
    this.start = start;
    this.isEnd = isEnd;
    this.selfClosing = false;
    this.count = 0;
    this.#serial++;
    this.#attributes = undefined;
  }

  /** Adds an attribute; of several with a name, the first counts. */
  add(name: number, from: number, to: number): void {
    if (name >= this.#lastTag.length) this.#lastTag = grown(this.#lastTag, 2 * name);
    if (this.#lastTag[name] === this.#serial) return;
    this.#lastTag[name] = this.#serial;
    const i = this.count++;
    if (i === this.#names.length) {
      this.#names = grown(this.#names, 2 * i);
      this.#from = grown(this.#from, 2 * i);
      this.#to = grown(this.#to, 2 * i);
    }
    this.#names[i] = name;
    this.#from[i] = from;
    this.#to[i] = to;
  }

  has(name: number): boolean {
    return name < this.#lastTag.length && this.#lastTag[name] === this.#serial && this.count > 0;
  }

  /** The value of an attribute, "" for none. */
  value(name: number): string {
    if (!this.has(name)) return "";
    const i = this.#names.indexOf(name);
    return this.#text.value(this.#from[i], this.#to[i]);
  }

  get attributes(): readonly Attribute[] {
    if (this.count === 0) return noAttributes;
    this.#attributes ??= this.#makeAttributes();
    return this.#attributes;
  }

  #makeAttributes(): readonly Attribute[] {
    // Arrays that are written out are as long as they have to be; pushing to an empty one makes room for 17.
    switch (this.count) {
      case 1:
        return [this.#attribute(0)];
      case 2:
        return [this.#attribute(0), this.#attribute(1)];
      case 3:
        return [this.#attribute(0), this.#attribute(1), this.#attribute(2)];
    }
    const list = [this.#attribute(0), this.#attribute(1), this.#attribute(2), this.#attribute(3)];
    for (let i = 4; i < this.count; i++) list.push(this.#attribute(i));
    return list;
  }

  #attribute(i: number): Attribute {
    return {
      name: this.attributeNames.names[this.#names[i]],
      value: this.#text.value(this.#from[i], this.#to[i]),
    };
  }
}

function grown(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
