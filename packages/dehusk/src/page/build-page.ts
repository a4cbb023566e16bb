import type { WarningCode } from "../basics/index.ts";
import { CodeUnits } from "./code-units.ts";
import { type OrderedNodes, orderNodes } from "./document-order.ts";
import { tidyCharacters } from "./invisible-characters.ts";
import { clockInterval, type Deadline, type Limits } from "./limits.ts";
import { hiddenMarks, Mark, type Page, type Sums } from "./page.ts";
import type { PageSource } from "./page-source.ts";
import { ElementReader, type ElementReading } from "./read-element.ts";
import { createTextScan, isBlank, scanCodes } from "./scan-text.ts";
import { COMMENT, TEXT, tagNumber } from "./tags.ts";
import { Gap, TextFlow } from "./text-flow.ts";
import type { Attribute, TreeBuilder } from "./tree-builder.ts";
import { findSeam } from "./word-seams.ts";

const BR = tagNumber("br");
const CODE = tagNumber("code");
const WBR = tagNumber("wbr");

/**
 * Makes a page from a finished tree, which is consumed, in one pass over its nodes. Time and memory are linear in nodes plus text.
 *
 * @throws DehuskError `limit-depth` if the tree is nested too deeply.
 */
export function buildPage(tree: TreeBuilder, source: PageSource, limits: Limits, deadline: Deadline): Page {
  const nodes = orderNodes(tree, limits, source.sourceRanges);
  // The page owns its arrays except `textAt`, which it needs only until it is built.
  const free = tree.release();
  const units = tree.units ?? new CodeUnits("");
  const page = assemble();
  units.release();
  return page;

  function assemble(): Page {
    const assembly = new Assembly(tree, nodes, units, free, source, deadline, authorMarks);
    const { shownLength, hiddenLength, ariaHiddenLength } = assembly;
    // If most of the page is hidden, a script reveals it.
    if (hiddenLength > leastHidden && hiddenLength > 2 * shownLength) {
      return again(0, "hidden-ignored", "Most of the page is hidden until a script shows it; taken as shown.");
    }
    // While a dialog is open, aria-hidden is on the rest of the page, which is what people came for.
    if (ariaHiddenLength > leastHidden && ariaHiddenLength > shownLength) {
      const marks = authorMarks & ~Mark.AriaHidden;
      return again(marks, "aria-hidden-ignored", "Most of the page is marked aria-hidden; taken as shown.");
    }
    return assembly.page();
  }

  function again(marks: number, code: WarningCode, message: string): Page {
    const warnings = [...source.warnings, { code, message }];
    return new Assembly(tree, nodes, units, free, { ...source, warnings }, deadline, marks).page();
  }
}

/** Below this many hidden characters, hiding is probably meant, however little is shown. */
const leastHidden = 500;

/** Marks for what the author hides, as opposed to what browsers never show. */
const authorMarks = Mark.HiddenAttribute | Mark.HiddenStyle | Mark.AriaHidden;

class Assembly {
  /** Characters shown, hidden by `aria-hidden` only, and hidden in other ways. */
  shownLength = 0;
  hiddenLength = 0;
  ariaHiddenLength = 0;

  readonly #tree: TreeBuilder;
  readonly #nodes: OrderedNodes;
  readonly #units: CodeUnits;
  readonly #source: PageSource;
  readonly #elements: ElementReader;
  readonly #end: Int32Array;
  readonly #marks: Uint8Array;
  readonly #gap: Uint8Array;
  /** Shared with the nodes until a text is changed. */
  #strings: readonly string[];

  readonly #flow: TextFlow;
  readonly #scan = createTextScan();
  readonly #textFrom: Int32Array;
  readonly #textTo: Int32Array;
  #placed = 0;
  #lastTo = 0;
  #lastKind = 0;
  #lastInLink = false;
  /** The last text that is shown; -1 where a word may break after it. */
  #lastText = -1;
  readonly #blockFirst: number[] = [];
  readonly #blockLast: number[] = [];
  #atBoundary = true;

  readonly #sums: Sums;
  #characters = 0;
  #words = 0;
  #capitals = 0;
  #digits = 0;
  #punctuation = 0;
  #sentences = 0;
  #anchorCharacters = 0;
  #anchorWords = 0;
  #links = 0;
  #intraLinks = 0;
  #htmlLength = 0;
  #elementCount = 0;
  #images = 0;
  #controls = 0;

  constructor(
    tree: TreeBuilder,
    nodes: OrderedNodes,
    units: CodeUnits,
    free: readonly Int32Array[],
    source: PageSource,
    deadline: Deadline,
    obeyedMarks: number,
  ) {
    const { size } = nodes;
    this.#tree = tree;
    this.#nodes = nodes;
    this.#units = units;
    this.#flow = new TextFlow(units.length);
    this.#source = source;
    this.#elements = new ElementReader(source, tree.tagNames.names, obeyedMarks);
    this.#end = new Int32Array(size);
    this.#marks = new Uint8Array(size);
    this.#gap = new Uint8Array(size);
    this.#strings = nodes.strings;
    this.#textFrom = new Int32Array(size + 1);
    this.#textTo = new Int32Array(size + 1);
    this.#sums = createSums(size + 1, free);
    this.#walk(deadline);
  }

  page(): Page {
    const { size, parent, tag, attributes, ranges } = this.#nodes;
    return {
      version: 1,
      url: this.#source.url ?? this.#elements.ownAddress,
      base: this.#elements.base,
      encoding: this.#source.encoding,
      doctype: this.#tree.doctype,
      quirks: this.#tree.quirks,
      size,
      parent,
      end: this.#end,
      tag,
      tagNames: this.#tree.tagNames.names,
      marks: this.#marks,
      gap: this.#gap,
      attributes,
      strings: this.#strings,
      text: this.#flow.finish(),
      textFrom: this.#textFrom,
      textTo: this.#textTo,
      blocks: {
        count: this.#blockFirst.length,
        first: new Int32Array(this.#blockFirst),
        last: new Int32Array(this.#blockLast),
      },
      sums: this.#sums,
      source: ranges,
      warnings: this.#source.warnings,
    };
  }

  #walk(deadline: Deadline): void {
    const { size, parent } = this.#nodes;
    let open = -1;
    for (let node = 0; node < size; node++) {
      for (; open !== parent[node]; open = parent[open]) this.#leave(open, node);
      this.#enter(node);
      open = node;
      if (node % clockInterval === 0) deadline.check();
    }
    for (; open >= 0; open = parent[open]) this.#leave(open, size);
    this.#recordSums(size);
    this.#textFrom.fill(this.#lastTo, this.#placed, size + 1);
    this.#textTo.fill(this.#lastTo, this.#placed, size + 1);
  }

  #enter(node: number): void {
    const nodes = this.#nodes;
    const tag = nodes.tag[node];
    this.#recordSums(node);
    const above = nodes.parent[node];
    const marks = above < 0 ? 0 : this.#marks[above];
    if (tag === TEXT) this.#addText(node, nodes.strings[node], marks);
    else if (tag > COMMENT) this.#addElement(node, tag, nodes.attributes[node], marks);
    else this.#marks[node] = marks;
  }

  #leave(node: number, end: number): void {
    this.#end[node] = end;
    const gap = this.#gap[node];
    if (gap > Gap.Lead && (this.#marks[node] & hiddenMarks) === 0) this.#openGap(gap);
  }

  #openGap(gap: number): void {
    this.#flow.open(gap);
    if (gap >= Gap.Tab) this.#atBoundary = true;
  }

  #addElement(node: number, tag: number, attributes: readonly Attribute[], inherited: number): void {
    const reading: ElementReading = this.#elements.read(tag, attributes, inherited);
    this.#marks[node] = reading.marks;
    this.#gap[node] = reading.gap;
    this.#elementCount++;
    this.#htmlLength += reading.htmlLength;
    if ((reading.marks & hiddenMarks) !== 0) return;
    this.#links += reading.link;
    this.#intraLinks += reading.intraLink;
    this.#images += reading.image;
    this.#controls += reading.control;
    if (tag === WBR) this.#lastText = -1;
    if (tag === BR) {
      this.#flow.breakLine();
      if (this.#flow.gap === Gap.Blank) this.#atBoundary = true;
      return;
    }
    // Adjacent links are separate to a reader, whatever style sets them apart.
    const isPreserved = (reading.marks & Mark.Preserved) !== 0;
    if (reading.link === 1 && reading.gap === Gap.None && this.#lastInLink && this.#flow.joins && !isPreserved) {
      this.#gap[node] = Gap.Lead;
      this.#flow.open(Gap.Lead);
    } else if (reading.gap !== Gap.None) this.#openGap(reading.gap);
  }

  #addText(node: number, source: string, marks: number): void {
    this.#marks[node] = marks;
    const preserved = (marks & Mark.Preserved) !== 0;
    let { length } = source;
    if ((marks & Mark.Unseen) !== 0) {
      this.#htmlLength += length;
      return;
    }
    const units = this.#units;
    let { codes } = units;
    let at = this.#nodes.textAt[node] - 1;
    if (at < 0) {
      units.place(source);
      codes = units.placed;
      at = 0;
    }
    // A third of all texts, for which all of the work below has this result.
    if (!preserved && isWhite(codes, at, at + length)) {
      this.#htmlLength++;
      if ((marks & hiddenMarks) === 0) this.#flow.open(Gap.Space);
      return;
    }
    const isCode = preserved || this.#nodes.tag[this.#nodes.parent[node]] === CODE;
    const text = isPlainAscii(codes, at, at + length) ? source : tidyCharacters(source, isCode, preserved);
    if (text !== source) {
      this.#setString(node, text);
      units.place(text);
      codes = units.placed;
      at = 0;
      length = text.length;
    }
    const scan = this.#scan;
    const shown = (marks & hiddenMarks) === 0;
    if (shown && !preserved && this.#lastText >= 0 && this.#flow.joins && !isBlank(codes[at])) {
      this.#openSeam(node);
    }
    const carried = shown && this.#flow.joins ? this.#lastKind : 0;
    scanCodes(codes, at, at + length, carried, scan);
    this.#htmlLength += preserved ? length : scan.collapsed;
    if (!shown) {
      if ((marks & hiddenMarks) === Mark.AriaHidden) this.ariaHiddenLength += scan.characters;
      else if ((marks & hiddenMarks & ~authorMarks) === 0) this.hiddenLength += scan.characters;
      return;
    }
    const isWritten = preserved
      ? this.#flow.writePreserved(codes, at, at + length)
      : this.#flow.write(codes, at, at + length, scan);
    if (!isWritten) return;
    this.#lastKind = scan.last;
    this.#lastText = node;
    this.#lastInLink = (marks & Mark.InLink) !== 0;
    this.shownLength += scan.characters;
    this.#characters += scan.characters;
    this.#words += scan.words;
    this.#capitals += scan.capitals;
    this.#digits += scan.digits;
    this.#punctuation += scan.punctuation;
    this.#sentences += scan.sentences;
    if (this.#lastInLink) {
      this.#anchorCharacters += scan.characters;
      this.#anchorWords += scan.words;
    }
    this.#place(node);
  }

  #setString(node: number, text: string): void {
    // A second pass over the tree starts from the original texts.
    if (this.#strings === this.#nodes.strings) this.#strings = this.#nodes.strings.slice();
    (this.#strings as string[])[node] = text;
  }

  /** Separates a text from an adjacent one if a reader takes them for two words. */
  #openSeam(node: number): void {
    const { parent, tag, attributes } = this.#nodes;
    const element = findSeam(parent, tag, attributes, this.#strings, this.#lastText, node);
    if (element === 0) return;
    this.#gap[element] = Gap.Lead;
    this.#flow.open(Gap.Lead);
  }

  /** Sets the text position of all nodes since the last text: the first text at or after them. */
  #place(node: number): void {
    const { from, to } = this.#flow;
    for (let i = this.#placed; i <= node; i++) {
      this.#textFrom[i] = from;
      this.#textTo[i] = this.#lastTo;
    }
    this.#placed = node + 1;
    this.#lastTo = to;
    if (this.#atBoundary) {
      this.#blockFirst.push(node);
      this.#blockLast.push(node);
      this.#atBoundary = false;
    } else {
      this.#blockLast[this.#blockLast.length - 1] = node;
    }
  }

  #recordSums(node: number): void {
    const sums = this.#sums;
    sums.characters[node] = this.#characters;
    sums.words[node] = this.#words;
    sums.capitals[node] = this.#capitals;
    sums.digits[node] = this.#digits;
    sums.punctuation[node] = this.#punctuation;
    sums.sentences[node] = this.#sentences;
    sums.anchorCharacters[node] = this.#anchorCharacters;
    sums.anchorWords[node] = this.#anchorWords;
    sums.links[node] = this.#links;
    sums.intraLinks[node] = this.#intraLinks;
    sums.htmlLength[node] = this.#htmlLength;
    sums.elements[node] = this.#elementCount;
    sums.images[node] = this.#images;
    sums.controls[node] = this.#controls;
  }
}

/** Whether a text is nothing but collapsible white space. */
function isWhite(codes: Uint16Array | Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isBlank(codes[i])) return false;
  return to > from;
}

/** Whether a text has no character that might be tidied. */
function isPlainAscii(codes: Uint16Array | Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (codes[i] > 0x7e || codes[i] === 0x0b) return false;
  return true;
}

/** Free arrays of about that length, the others views of one buffer: fewer objects to collect. */
function createSums(length: number, free: readonly Int32Array[]): Sums {
  const given = free.filter((array) => array.length >= length && array.length < 2 * length);
  const memory = new Int32Array((14 - given.length) * length);
  const view = (i: number) =>
    given[i]?.subarray(0, length) ?? memory.subarray((i - given.length) * length, (i - given.length + 1) * length);
  return {
    characters: view(0),
    words: view(1),
    capitals: view(2),
    digits: view(3),
    punctuation: view(4),
    sentences: view(5),
    anchorCharacters: view(6),
    anchorWords: view(7),
    links: view(8),
    intraLinks: view(9),
    htmlLength: view(10),
    elements: view(11),
    images: view(12),
    controls: view(13),
  };
}
