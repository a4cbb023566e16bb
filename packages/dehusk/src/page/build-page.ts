import { DehuskError } from "../basics/index.ts";
import { clockInterval, type Deadline, type Limits } from "./limits.ts";
import { hiddenMarks, Mark, type Page, type SourceRanges, type Sums } from "./page.ts";
import type { PageSource } from "./page-source.ts";
import { ElementReader, type ElementReading } from "./read-element.ts";
import { createTextScan, scanText } from "./scan-text.ts";
import { COMMENT, TEXT, tagNumber } from "./tags.ts";
import { Gap, TextFlow } from "./text-flow.ts";
import type { Attribute, TreeBuilder } from "./tree-builder.ts";

const BR = tagNumber("br");

/**
 * Puts a finished tree into document order and counts everything in the same pass. No recursion: the walk follows the
 * tree's links. Time and memory are linear in nodes plus text.
 *
 * @throws DehuskError `limit-depth` if the tree is nested too deeply.
 */
export function buildPage(tree: TreeBuilder, source: PageSource, limits: Limits, deadline: Deadline): Page {
  const assembly = new Assembly(tree, source, limits, deadline, authorMarks);
  const { shownLength, hiddenLength, ariaHiddenLength } = assembly;
  // If most of the page is hidden, a script reveals it.
  if (hiddenLength > leastHidden && hiddenLength > 2 * shownLength) {
    return again(0, "hidden-ignored", "Most of the page is hidden until a script shows it; taken as shown.");
  }
  // An open dialog sets aria-hidden on the rest of the page, which is what people came for.
  if (ariaHiddenLength > leastHidden && ariaHiddenLength > shownLength) {
    const marks = authorMarks & ~Mark.AriaHidden;
    return again(marks, "aria-hidden-ignored", "Most of the page is marked aria-hidden; taken as shown.");
  }
  return assembly.page();

  function again(marks: number, code: string, message: string): Page {
    const warnings = [...source.warnings, { code, message }];
    return new Assembly(tree, { ...source, warnings }, limits, deadline, marks).page();
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
  readonly #source: PageSource;
  readonly #elements: ElementReader;
  #size = 0;
  readonly #parent: Int32Array;
  readonly #end: Int32Array;
  readonly #tag: Int32Array;
  readonly #marks: Uint8Array;
  readonly #gap: Uint8Array;
  readonly #attributes: (readonly Attribute[])[];
  readonly #strings: string[];
  readonly #ranges: { start: Int32Array; end: Int32Array } | undefined;

  readonly #flow = new TextFlow();
  readonly #scan = createTextScan();
  readonly #textFrom: Int32Array;
  readonly #textTo: Int32Array;
  #placed = 0;
  #lastTo = 0;
  #lastKind = 0;
  #lastInLink = false;
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

  constructor(tree: TreeBuilder, source: PageSource, limits: Limits, deadline: Deadline, obeyedMarks: number) {
    const room = tree.size;
    this.#tree = tree;
    this.#source = source;
    this.#elements = new ElementReader(source, tree.tagNames.names, obeyedMarks);
    this.#parent = new Int32Array(room);
    this.#end = new Int32Array(room);
    this.#tag = new Int32Array(room);
    this.#marks = new Uint8Array(room);
    this.#gap = new Uint8Array(room);
    this.#attributes = new Array<readonly Attribute[]>(room);
    this.#strings = new Array<string>(room);
    this.#textFrom = new Int32Array(room + 1);
    this.#textTo = new Int32Array(room + 1);
    this.#sums = createSums(room);
    this.#ranges = source.sourceRanges ? { start: new Int32Array(room), end: new Int32Array(room) } : undefined;
    this.#walk(limits, deadline);
  }

  page(): Page {
    const size = this.#size;
    this.#attributes.length = size;
    this.#strings.length = size;
    return {
      version: 1,
      url: this.#source.url ?? this.#elements.ownAddress,
      base: this.#elements.base,
      encoding: this.#source.encoding,
      doctype: this.#tree.doctype,
      quirks: this.#tree.quirks,
      size,
      parent: this.#parent.subarray(0, size),
      end: this.#end.subarray(0, size),
      tag: this.#tag.subarray(0, size),
      tagNames: this.#tree.tagNames.names,
      marks: this.#marks.subarray(0, size),
      gap: this.#gap.subarray(0, size),
      attributes: this.#attributes,
      strings: this.#strings,
      text: this.#flow.toString(),
      textFrom: this.#textFrom.subarray(0, size + 1),
      textTo: this.#textTo.subarray(0, size + 1),
      blocks: {
        count: this.#blockFirst.length,
        first: Int32Array.from(this.#blockFirst),
        last: Int32Array.from(this.#blockLast),
      },
      sums: trimSums(this.#sums, size + 1),
      source: this.#ranges && trimRanges(this.#ranges, size),
      warnings: this.#source.warnings,
    };
  }

  #walk(limits: Limits, deadline: Deadline): void {
    const { firstChild, next, parent } = this.#tree;
    let raw = 0;
    let above = -1;
    let depth = 0;
    for (;;) {
      const node = this.#enter(raw, above);
      if (node % clockInterval === 0) deadline.check();
      const child = firstChild[raw];
      if (child !== 0) {
        if (++depth > limits.depth) {
          throw new DehuskError("limit-depth", `The page is nested deeper than the limit of ${limits.depth}.`);
        }
        raw = child;
        above = node;
        continue;
      }
      this.#leave(node);
      while (raw !== 0 && next[raw] === 0) {
        raw = parent[raw];
        this.#leave(above);
        above = this.#parent[above];
        depth--;
      }
      if (raw === 0) break;
      raw = next[raw];
    }
    this.#recordSums(this.#size);
    this.#textFrom.fill(this.#lastTo, this.#placed, this.#size + 1);
    this.#textTo.fill(this.#lastTo, this.#placed, this.#size + 1);
  }

  #enter(raw: number, above: number): number {
    const tree = this.#tree;
    const node = this.#size++;
    const tag = tree.tag[raw];
    this.#parent[node] = above;
    this.#tag[node] = tag;
    this.#attributes[node] = tree.attributes[raw];
    this.#strings[node] = tree.strings[raw];
    if (this.#ranges !== undefined) {
      this.#ranges.start[node] = tree.sourceStart[raw] ?? -1;
      this.#ranges.end[node] = tree.sourceEnd[raw] ?? -1;
    }
    this.#recordSums(node);
    const marks = above < 0 ? 0 : this.#marks[above];
    if (tag === TEXT) this.#addText(node, tree.strings[raw], marks);
    else if (tag > COMMENT) this.#addElement(node, tag, tree.attributes[raw], marks);
    else this.#marks[node] = marks;
    return node;
  }

  #leave(node: number): void {
    this.#end[node] = this.#size;
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
    if (tag === BR) {
      this.#flow.breakLine();
      if (this.#flow.gap === Gap.Blank) this.#atBoundary = true;
      return;
    }
    // Adjacent links are separate to a reader, whatever style sets them apart.
    if (reading.link === 1 && reading.gap === Gap.None && this.#lastInLink && this.#flow.joins) {
      this.#gap[node] = Gap.Lead;
      this.#flow.open(Gap.Lead);
    } else if (reading.gap !== Gap.None) this.#openGap(reading.gap);
  }

  #addText(node: number, text: string, marks: number): void {
    this.#marks[node] = marks;
    const preserved = (marks & Mark.Preserved) !== 0;
    if ((marks & Mark.Unseen) !== 0) {
      this.#htmlLength += text.length;
      return;
    }
    const scan = this.#scan;
    const shown = (marks & hiddenMarks) === 0;
    const carried = shown && this.#flow.joins ? this.#lastKind : 0;
    scanText(text, carried, scan);
    this.#htmlLength += preserved ? text.length : scan.collapsed;
    if (!shown) {
      if ((marks & hiddenMarks) === Mark.AriaHidden) this.ariaHiddenLength += scan.characters;
      else if ((marks & hiddenMarks & ~authorMarks) === 0) this.hiddenLength += scan.characters;
      return;
    }
    if (!(preserved ? this.#flow.writePreserved(text) : this.#flow.write(text, scan))) return;
    this.#lastKind = scan.last;
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

  /** Sets the text position of all nodes since the last text: the first text at or after them. */
  #place(node: number): void {
    const { from, to } = this.#flow;
    this.#textFrom.fill(from, this.#placed, node + 1);
    this.#textTo.fill(this.#lastTo, this.#placed, node + 1);
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

const sumNames = [
  "characters",
  "words",
  "capitals",
  "digits",
  "punctuation",
  "sentences",
  "anchorCharacters",
  "anchorWords",
  "links",
  "intraLinks",
  "htmlLength",
  "elements",
  "images",
  "controls",
] as const satisfies readonly (keyof Sums)[];

/** Views of one buffer: fewer objects to collect. */
function createSums(room: number): Sums {
  const length = room + 1;
  const memory = new Int32Array(sumNames.length * length);
  const views = sumNames.map((name, i) => [name, memory.subarray(i * length, (i + 1) * length)]);
  return Object.fromEntries(views) as unknown as Sums;
}

function trimSums(sums: Sums, length: number): Sums {
  return Object.fromEntries(sumNames.map((name) => [name, sums[name].subarray(0, length)])) as unknown as Sums;
}

function trimRanges(ranges: SourceRanges, length: number): SourceRanges {
  return { start: ranges.start.subarray(0, length), end: ranges.end.subarray(0, length) };
}
