import { CodeUnits } from "../code-units.ts";
import type { Deadline, Limits } from "../limits.ts";
import { TEXT, tagNumbers } from "../tags.ts";
import { type Attribute, noAttributes, TreeBuilder } from "../tree-builder.ts";
import { ElementClass, ElementTags, foreign } from "./element-classes.ts";
import { entryOf, FormattingList } from "./formatting-list.ts";
import { Mode } from "./insertion-mode.ts";
import type { NameTable } from "./name-table.ts";
import { type OpenElements, takeOpenElements } from "./open-elements.ts";
import { SourceText } from "./source-text.ts";
import { type TagToken, takeToken } from "./tag-token.ts";

const [P, TABLE, TEMPLATE] = tagNumbers("p", "table", "template");

/** Characters of source for each node, more than on most pages: memory that is not written costs nothing. */
const usualNodeLength = 16;

/** The tokenizer's next state, as set by tree construction. */
export const Content = { Data: 0, Rcdata: 1, Rawtext: 2, Script: 3, Plaintext: 4 } as const;

/**
 * The state of tree construction, and operations its rules share: inserting nodes, opening and closing elements,
 * resetting the insertion mode. The rules of each insertion mode are functions over it, in their own files.
 */
export class Construction {
  readonly tree: TreeBuilder;
  readonly text: SourceText;
  readonly token: TagToken;
  /** Names of tags, by the number that tokens have for them. */
  readonly tokens: NameTable;
  readonly tags: ElementTags;
  readonly open: OpenElements;
  readonly formatting = new FormattingList();
  readonly scripting: boolean;
  readonly sourceRanges: boolean;

  mode: number = Mode.Initial;
  /** The mode to return to after text or table text. */
  originalMode: number = Mode.Initial;
  readonly templateModes: number[] = [];
  content: number = Content.Data;
  /** The `<head>` and `<form>` element pointers, 0 for none. */
  head = 0;
  form = 0;
  framesetOk = true;
  fosterParenting = false;
  skipNewline = false;
  /** Text of a table whose place depends on whether it has more than white space. */
  readonly tableText: {
    readonly text: string;
    readonly isBlank: boolean;
    readonly from: number;
    readonly to: number;
  }[] = [];
  bodyClosed = false;
  htmlClosed = false;
  /** Whether the current node is not an HTML element; and not an integration point either. */
  inForeign = false;
  inForeignOnly = false;
  /** Elements `<annotation-xml>` that are HTML integration points. */
  readonly #annotationPoints = new Set<number>();
  /** Attributes of `<html>` and `<body>`, to which later tags add. */
  readonly #merged = new Map<number, { readonly list: Attribute[]; readonly names: Set<string> }>();

  constructor(
    source: string,
    options: { scripting: boolean; sourceRanges: boolean },
    limits: Limits,
    deadline: Deadline,
  ) {
    const units = new CodeUnits(source);
    this.text = new SourceText(source, units);
    this.scripting = options.scripting;
    this.sourceRanges = options.sourceRanges;
    this.tree = new TreeBuilder(limits, deadline, Math.floor(source.length / usualNodeLength));
    this.tree.units = units;
    this.token = takeToken(this.text);
    this.tokens = this.token.tagNames;
    this.tags = new ElementTags(this.tokens, this.tree.tagNames);
    this.open = takeOpenElements(this.tags);
  }

  /** Leaves memory to the next page of this thread, all but the tree. */
  release(): void {
    this.open.release();
    this.token.release();
  }

  /** Makes an element and puts it where the next node goes. */
  #create(tag: number, attributes: readonly Attribute[], start: number, end: number): number {
    const node = this.tree.create(tag, attributes, "");
    if (this.sourceRanges && start >= 0) this.#setRange(node, start, end);
    this.#attach(node);
    return node;
  }

  #setRange(node: number, start: number, end: number): void {
    this.tree.sourceStart[node] = start;
    this.tree.sourceEnd[node] = end;
  }

  #attach(node: number): void {
    const { open } = this;
    if (this.fosterParenting && (open.classes[open.top] & ElementClass.Fosters) !== 0) this.foster(node);
    else this.tree.append(open.top < 0 ? 0 : open.node[open.top], node);
  }

  /** Puts a node where content goes that a table cannot hold: before the table, mostly. */
  foster(node: number): void {
    const { open, tree } = this;
    const table = open.find(TABLE);
    const template = open.find(TEMPLATE);
    if (template > table) tree.append(open.node[template], node);
    else if (table < 0) tree.append(open.node[0], node);
    else {
      const before = open.node[table];
      const parent = tree.parent[before];
      if (parent !== 0) tree.insertBefore(parent, node, before);
      else tree.append(open.node[open.below[table]], node);
    }
  }

  /** Inserts an element for the current tag without opening it. */
  insertVoid(tag: number): void {
    this.insertVoidAs(tag, this.token.attributes);
  }

  insertVoidAs(tag: number, attributes: readonly Attribute[]): void {
    this.#create(tag, attributes, this.token.start, this.token.end);
  }

  /** Inserts and opens an element for the current tag. */
  insert(tag: number): number {
    const { token } = this;
    return this.insertAs(tag, token.attributes, token.start, token.end);
  }

  insertAs(tag: number, attributes: readonly Attribute[], start: number, end: number): number {
    const node = this.#create(tag, attributes, start, end);
    this.push(node, tag);
    return node;
  }

  /** Inserts and opens an element without a tag. */
  insertImplied(tag: number): number {
    return this.insertAs(tag, noAttributes, -1, -1);
  }

  insertComment(parent: number, text: string, start: number, end: number): void {
    const { tree } = this;
    const node = tree.create(2, noAttributes, text);
    tree.append(parent, node);
    if (this.sourceRanges) this.#setRange(node, start, end);
  }

  /**
   * Inserts text, joined to a text that is already there.
   *
   * @param isSource Whether it equals that part of the source.
   */
  insertText(text: string, from: number, to: number, isSource = false): void {
    const { open, tree } = this;
    let last: number;
    if (this.fosterParenting && (open.classes[open.top] & ElementClass.Fosters) !== 0) {
      const table = open.find(TABLE);
      const isBefore = table >= 0 && table > open.find(TEMPLATE) && tree.parent[open.node[table]] !== 0;
      last = isBefore ? tree.previous[open.node[table]] : tree.lastChild[this.#fosterParent()];
    } else last = tree.lastChild[open.node[open.top]];
    if (last !== 0 && tree.tag[last] === TEXT) {
      tree.strings[last] += text;
      tree.textAt[last] = 0;
      if (this.sourceRanges) tree.sourceEnd[last] = to;
      return;
    }
    const node = tree.create(TEXT, noAttributes, text);
    if (isSource) tree.textAt[node] = from + 1;
    this.#attach(node);
    if (this.sourceRanges) this.#setRange(node, from, to);
  }

  /** Where foster-parented nodes are appended, when there is no table to insert them before. */
  #fosterParent(): number {
    const { open } = this;
    const table = open.find(TABLE);
    const template = open.find(TEMPLATE);
    if (template > table) return open.node[template];
    return table < 0 ? open.node[0] : open.node[open.below[table]];
  }

  push(node: number, tag: number): void {
    this.open.push(node, tag);
    this.#noteForeign();
  }

  pop(): void {
    if (this.sourceRanges) this.closeAt(this.open.top);
    this.open.pop();
    this.#noteForeign();
  }

  /** Removes an element that may be in the middle of the stack. */
  remove(slot: number): void {
    if (slot < 0) return;
    if (this.sourceRanges) this.closeAt(slot);
    this.open.remove(slot);
    this.#noteForeign();
  }

  /** Closes elements until the given slot is closed too. */
  popTo(slot: number): void {
    const { open } = this;
    while (open.top >= slot) {
      if (this.sourceRanges) this.closeAt(open.top);
      open.pop();
    }
    this.#noteForeign();
  }

  /** Closes elements until the topmost with a tag is closed; all of them if there is none. */
  popUntil(tag: number): void {
    this.popTo(Math.max(this.open.find(tag), 0));
  }

  /** Closes elements until one of those with the tags, which stays open, is the current node. */
  clearBackTo(tags: readonly number[]): void {
    this.popTo(this.open.findAny(tags) + 1);
  }

  /** Notes where an element ends: after its end tag, or before the tag that implies its end. */
  closeAt(slot: number): void {
    const node = this.open.node[slot];
    if (this.tree.sourceStart[node] === undefined) return;
    const { token } = this;
    this.tree.sourceEnd[node] = token.isEnd && this.isNamed(this.open.tag[slot]) ? token.end : token.start;
  }

  /** Whether a tag has the local name of the current token, in any case. */
  isNamed(tag: number): boolean {
    const name = this.tree.tagNames.names[tag];
    return name.slice(name.indexOf(" ") + 1).toLowerCase() === this.tokens.names[this.token.name];
  }

  #noteForeign(): void {
    const { open } = this;
    const classes = open.top < 0 ? 0 : open.classes[open.top];
    this.inForeign = (classes & foreign) !== 0;
    this.inForeignOnly = this.inForeign && !this.isIntegrationPoint();
  }

  /** Called when the current node has changed. */
  currentChanged(): void {
    this.#noteForeign();
  }

  isIntegrationPoint(): boolean {
    const { open } = this;
    if ((open.classes[open.top] & (ElementClass.HtmlPoint | ElementClass.TextPoint)) !== 0) return true;
    return this.#annotationPoints.size > 0 && this.#annotationPoints.has(open.currentNode);
  }

  /** Makes the current node, an `<annotation-xml>`, an HTML integration point. */
  addAnnotationPoint(): void {
    this.#annotationPoints.add(this.open.currentNode);
    this.#noteForeign();
  }

  closeImplied(except = 0): void {
    const bit = except === 0 ? ElementClass.Implied : ElementClass.ImpliedThoroughly;
    this.#closeWhile(bit, except);
  }

  closeImpliedThoroughly(): void {
    this.#closeWhile(ElementClass.ImpliedThoroughly, 0);
  }

  #closeWhile(bit: number, except: number): void {
    const { open } = this;
    while (open.top >= 0 && (open.classes[open.top] & bit) !== 0 && open.tag[open.top] !== except) this.pop();
  }

  closeParagraph(): void {
    const { open } = this;
    if (open.hasInButtonScope(P)) {
      if (open.tag[open.top] !== P) this.closeImplied(P);
      this.popUntil(P);
    }
  }

  /** Reopens active formatting elements that were closed implicitly. */
  reconstruct(): void {
    const { newest } = this.formatting;
    if (newest === undefined || newest.isMarker || this.isOpen(newest)) return;
    let entry = newest;
    while (entry.older !== undefined && !entry.older.isMarker && !this.isOpen(entry.older)) entry = entry.older;
    for (let next: typeof newest | undefined = entry; next !== undefined; next = next.newer) {
      const node = this.insertAs(next.tag, next.attributes, next.start, next.end);
      this.formatting.replace(next, node, this.open.top);
    }
  }

  isOpen(entry: { readonly node: number; readonly slot: number }): boolean {
    return entry.slot <= this.open.top && this.open.node[entry.slot] === entry.node;
  }

  /** Inserts a formatting element for the current tag and adds it to the list. */
  insertFormatting(tag: number): void {
    const { token } = this;
    const { attributes } = token;
    const node = this.insert(tag);
    this.formatting.push(entryOf(node, this.open.top, tag, attributes, token.start, token.end));
  }

  /** Adds the current tag's attributes to an element, except those it has. */
  mergeAttributes(node: number): void {
    const { tree, token } = this;
    if (token.count === 0) return;
    let own = this.#merged.get(node);
    if (own === undefined) {
      const list = [...tree.attributes[node]];
      own = { list, names: new Set(list.map(({ name }) => name)) };
      this.#merged.set(node, own);
      tree.attributes[node] = list;
    }
    for (const attribute of token.attributes) {
      if (own.names.has(attribute.name)) continue;
      own.names.add(attribute.name);
      own.list.push(attribute);
    }
  }

  /** Reads the following source as text, up to the end tag. */
  readText(content: number): void {
    this.content = content;
    this.originalMode = this.mode;
    this.mode = Mode.Text;
  }
}
