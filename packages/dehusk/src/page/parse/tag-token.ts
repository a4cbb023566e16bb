import { CodeUnits } from "../code-units.ts";
import { type Attribute, noAttributes } from "../tree-builder.ts";
import { SourceText } from "./source-text.ts";
import { createAttributeNames, createTagTokens } from "./tag-tokens.ts";

/** Room for more attributes in a tag, or for more names, is not kept. */
const mostSpare = 4096;
/** Lists of attributes that are kept to serve other tags. */
const listsKept = 512;
/** Tags after which serial numbers start again. */
const mostTags = 2 ** 30;
const noText = new SourceText("", new CodeUnits(""));
/** A token that no page uses; a page takes it away, so that two never share it. */
let spare: TagToken | undefined;

/** A token for a page. */
export function takeToken(text: SourceText): TagToken {
  const token = spare ?? new TagToken();
  spare = undefined;
  token.use(text);
  return token;
}

/** The last tag read. The object is reused; attributes are ranges of the source until an element is made. */
export class TagToken {
  /** Number of its name, see `tag-tokens.ts`. */
  name = 0;
  isEnd = false;
  selfClosing = false;
  /** Where it is in the source. */
  start = 0;
  end = 0;
  /** Where its name ends. */
  nameEnd = 0;
  /** Number of attributes. */
  count = 0;
  /** Names of tags and attributes. They keep the names they learn, as a site uses the same on all its pages. */
  readonly tagNames = createTagTokens();
  readonly attributeNames = createAttributeNames();
  #names = new Int32Array(16);
  #from = new Int32Array(16);
  #to = new Int32Array(16);
  /** Per attribute name, the serial number of the last tag that had it. */
  #lastTag = new Int32Array(256);
  #serial = 0;
  #text = noText;
  #attributes: readonly Attribute[] | undefined;
  /** By a hash of how they were written: where, from and to, and the attributes. */
  readonly #written = new Int32Array(2 * listsKept);
  readonly #lists: (readonly Attribute[])[] = Array.from({ length: listsKept }, () => noAttributes);

  /** Reads tags of another source from now on. */
  use(text: SourceText): void {
    this.#text = text;
  }

  /** Leaves the token to the next page of this thread. It must not be used any more. */
  release(): void {
    const room = Math.max(this.#names.length, this.#lastTag.length);
    if (room > mostSpare || this.#serial > mostTags) return;
    if (!this.tagNames.isSmall || !this.attributeNames.isSmall) return;
    this.#text = noText;
    this.#attributes = undefined;
    this.#written.fill(0);
    this.#lists.fill(noAttributes);
    spare = this;
  }

  open(start: number, isEnd: boolean): void {
    this.start = start;
    this.isEnd = isEnd;
    this.selfClosing = false;
    this.count = 0;
    this.#serial++;
    this.#attributes = undefined;
  }

  /** Adds an attribute; of several with one name, the first counts. */
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
    this.#attributes ??= this.#findAttributes();
    return this.#attributes;
  }

  /** The attributes of an earlier tag if that was written alike, as half of all are: one list serves them all. */
  #findAttributes(): readonly Attribute[] {
    const { codes } = this.#text;
    const { nameEnd, end } = this;
    const slot = 2 * hashOf(codes, nameEnd, end);
    const from = this.#written[slot];
    if (this.#written[slot + 1] - from === end - nameEnd && isSame(codes, from, nameEnd, end))
      return this.#lists[slot >> 1];
    const attributes = this.#makeAttributes();
    this.#written[slot] = nameEnd;
    this.#written[slot + 1] = end;
    this.#lists[slot >> 1] = attributes;
    return attributes;
  }

  #makeAttributes(): readonly Attribute[] {
    switch (this.count) {
      case 1:
        return listOf(this.#attribute(0));
      case 2:
        return listOf(this.#attribute(0), this.#attribute(1));
      case 3:
        return listOf(this.#attribute(0), this.#attribute(1), this.#attribute(2));
    }
    const list = listOf(this.#attribute(0), this.#attribute(1), this.#attribute(2), this.#attribute(3));
    for (let i = 4; i < this.count; i++) list.push(this.#attribute(i));
    return list;
  }

  #attribute(i: number): Attribute {
    return new PlainAttribute(this.attributeNames.names[this.#names[i]], this.#text.value(this.#from[i], this.#to[i]));
  }
}

/**
 * Attributes and their lists are not made by literals: V8 counts how many of a literal's objects survive, finds that those of
 * the page at work do, and puts all further ones among the old, where they stay until a full collection.
 */
class PlainAttribute implements Attribute {
  readonly name: string;
  readonly value: string;

  constructor(name: string, value: string) {
    this.name = name;
    this.value = value;
  }
}

/** A list with room for these entries alone. */
function listOf(...list: Attribute[]): Attribute[] {
  return list;
}

/** Of the length, and of some characters. */
function hashOf(codes: Uint16Array | Uint8Array, from: number, to: number): number {
  const length = to - from;
  let hash = length;
  for (let i = 1; i < 8; i++) hash = Math.imul(hash, 31) + codes[from + ((i * length) >> 3)];
  hash = Math.imul(hash, 31) + codes[to - 3];
  return (hash ^ (hash >>> 9) ^ (hash >>> 18)) & (listsKept - 1);
}

function isSame(codes: Uint16Array | Uint8Array, earlier: number, from: number, to: number): boolean {
  for (let i = from, j = earlier; i < to; i++, j++) if (codes[i] !== codes[j]) return false;
  return true;
}

function grown(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
