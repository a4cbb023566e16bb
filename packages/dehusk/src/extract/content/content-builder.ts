import type { Attribute } from "../../page/index.ts";
import { AttributeBudget } from "./attribute-budget.ts";
import { type ContentNode, isContainer, isList, Kind } from "./content-tree.ts";
import type { Format } from "./format-stack.ts";
import { levelHeadings } from "./level-headings.ts";
import { listSign } from "./list-sign.ts";
import { accepts, goesOn, homes, wrappers } from "./nesting-rules.ts";
import { PendingIds } from "./pending-ids.ts";
import { isAfterHeading, isRowOfSigns, lineOfSigns, ruleHolder, takesRules } from "./section-breaks.ts";

/** How the next paragraph is written: 0 loose text, 1 a paragraph, 2 to 7 a heading of level 1 to 6. */
export type Holding = number;

/** A loose gap is a space that closes before a comma. */
const GapBefore = { None: 0, Loose: 1, Space: 2, Line: 3, Paragraph: 4 } as const;

const closingSign = /^[,.;:!?)\]}»”…、。，；：！？）]/;

const none: readonly Attribute[] = [];

/**
 * Writes a content tree from left to right for any page: paragraphs open when there is text and close when
 * a block starts, formats are closed and reopened around that, white space goes outside formats, and missing parts
 * of lists and tables are added. At most `maxDepth` containers deep; deeper ones are left out, but not their content.
 */
export class ContentBuilder {
  readonly nodes: ContentNode[] = [];
  /** Formats of the next text, outermost first; kept by the caller. */
  formats: readonly Format[] = [];
  holding: Holding = 0;
  /** The current node of the page; kept by the caller. */
  source = -1;
  /** Ids for the next thing written: the first as its own, the others on anchors within it. */
  readonly ids = new PendingIds();

  readonly #maxDepth: number;
  readonly #open: number[] = [];
  /** Whether each open container ends before content that does not belong in it. */
  readonly #loose: boolean[] = [];
  #holder = -1;
  readonly #budget = new AttributeBudget();
  readonly #openFormats: number[] = [];
  readonly #openKeys: number[] = [];
  #gap: number = GapBefore.None;
  /** Whether the last node is text that can be extended. */
  #inText = false;

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  get depth(): number {
    return this.#open.length;
  }

  /** The innermost open container, undefined at the top. */
  get container(): ContentNode | undefined {
    const top = this.#open.at(-1);
    return top === undefined ? undefined : this.nodes[top];
  }

  /** Whether the container has nothing in it yet. */
  get atStart(): boolean {
    return this.#holder < 0 && this.#open[this.#open.length - 1] === this.nodes.length - 1;
  }

  get inHolder(): boolean {
    return this.#holder >= 0;
  }

  /** Opens a container; false if it is too deep or not allowed here, so that only its content is written. */
  open(kind: Kind, attributes: readonly Attribute[] = none, number = 0, label = "", text = ""): boolean {
    this.endParagraph();
    this.#makeRoomFor(kind);
    const home = homes.get(kind);
    const there = this.container?.kind;
    if (home !== undefined && (there === undefined || !home.includes(there))) {
      if (kind === Kind.Caption || !this.#hasRoom()) return false;
      if (kind === Kind.Row || (kind === Kind.Cell && there !== Kind.Table)) return false;
      if (kind !== Kind.Cell) this.#wrap();
      this.#push(home[0], none, true);
    } else if (home === undefined && !this.#hasRoom()) return false;
    const node = this.#push(kind, attributes, false);
    node.number = number;
    node.label = label;
    node.text = text;
    // A note has no tag of its own in HTML: its id goes to its first paragraph.
    if (kind !== Kind.Footnote) this.ids.give(node);
    return true;
  }

  /** Closes all containers deeper than `depth`. */
  closeTo(depth: number): void {
    this.endParagraph();
    while (this.#open.length > depth) this.#pop();
  }

  /** Closes to `depth` but leaves that container open for later parts, such as a list below its item. */
  release(depth: number): void {
    this.closeTo(depth);
    if (this.#loose.length === depth && depth > 0) this.#loose[depth - 1] = true;
  }

  /** Ends the open paragraph or heading. */
  endParagraph(): void {
    this.#gap = GapBefore.None;
    const holder = this.#holder;
    if (holder < 0) return;
    this.#closeFormats(0);
    this.nodes[holder].end = this.nodes.length;
    this.#holder = -1;
    this.#inText = false;
    if (isRowOfSigns(this.nodes, holder) && takesRules(this.#ruleHolder)) this.#makeRule(holder);
  }

  /** The edge of a block: ends a paragraph, breaks the line of a heading that continues after words. */
  edge(): void {
    if (this.#holder < 0) return;
    const goesOn = this.holding >= 2 && this.nodes[this.#holder].kind === Kind.Heading;
    if (goesOn && !isRowOfSigns(this.nodes, this.#holder)) this.#ask(GapBefore.Line);
    else this.endParagraph();
  }

  space(): void {
    this.#ask(GapBefore.Space);
  }

  /** Sets what is before apart from what follows, unless that is the sign which ends a phrase. */
  apart(): void {
    this.#ask(GapBefore.Loose);
  }

  lineBreak(): void {
    if (this.#gap < GapBefore.Line && this.#endsInRule()) return;
    this.#ask(this.#gap >= GapBefore.Line ? GapBefore.Paragraph : GapBefore.Line);
  }

  /** Adds text whose white space collapses. */
  text(raw: string): void {
    if (raw.trim() === "") {
      if (raw !== "") this.space();
      return;
    }
    let from = 0;
    let to = raw.length;
    while (isBlank(raw.charCodeAt(from))) from++;
    while (isBlank(raw.charCodeAt(to - 1))) to--;
    if (from > 0) this.space();
    const core = raw.slice(from, to);
    if (this.#gap === GapBefore.Loose && closingSign.test(core)) this.#gap = GapBefore.None;
    // A line that begins like an item may be one: `makeLists` decides.
    const mayBeItem = this.#gap === GapBefore.Line && this.holding < 2 && listSign(core) !== undefined;
    if (mayBeItem) this.endParagraph();
    this.#prepare();
    if (mayBeItem && this.#holder >= 0) this.nodes[this.#holder].spaced = true;
    this.#addText(/[\t\n\f\r]| {2}/.test(core) ? core.replace(/[ \t\n\f\r]+/g, " ") : core);
    if (to < raw.length) this.space();
  }

  /** Adds an inline leaf. */
  leaf(kind: Kind, attributes: readonly Attribute[], text = "", label = "", element = -1): void {
    if (this.#budget.isSpent && attributes.length > 0) return;
    this.#prepare();
    this.#add(kind, attributes, text, label, element);
  }

  /** Adds a rule, if there is anything before it to separate. */
  rule(): void {
    this.endParagraph();
    this.#makeRoomFor(Kind.Rule);
    const holder = this.#ruleHolder;
    // In a quotation there is little to separate.
    if (this.nodes.length === 0 || this.atStart || holder === Kind.Quote || !takesRules(holder)) return;
    if (isAfterHeading(this.nodes)) return;
    if (this.nodes[this.nodes.length - 1].kind !== Kind.Rule) this.block(Kind.Rule, "", "");
  }

  /** Adds an empty block. */
  block(kind: Kind, text: string, label: string, attributes: readonly Attribute[] = none, element = -1): void {
    this.endParagraph();
    this.#makeRoomFor(kind);
    this.#wrap();
    this.#countChild(kind);
    const node = this.#add(kind, attributes, text, label, element);
    this.ids.give(node);
  }

  /** The finished tree. */
  finish(): ContentNode[] {
    this.closeTo(0);
    this.#dropRule();
    levelHeadings(this.nodes);
    return this.nodes;
  }

  #ask(gap: number): void {
    if (this.#holder >= 0 && gap > this.#gap) this.#gap = gap;
  }

  #hasRoom(): boolean {
    return this.#open.length + 4 <= this.#maxDepth;
  }

  /** Opens a paragraph if needed, with the formats of the next text and the gap before it. */
  #prepare(): void {
    if (this.#gap === GapBefore.Paragraph) {
      if (this.nodes[this.#holder].kind === Kind.Heading) this.#gap = GapBefore.Line;
      else this.endParagraph();
    }
    if (this.#holder < 0) this.#openHolder();
    if (this.formats.some((format) => this.#budget.isSpentBy(format))) {
      this.formats = this.formats.filter((format) => !this.#budget.isSpentBy(format));
    }
    let shared = 0;
    while (shared < this.#openKeys.length && this.#isShared(shared)) shared++;
    this.#closeFormats(shared);
    if (this.#gap === GapBefore.Line) this.#add(Kind.Break, none);
    else if (this.#gap !== GapBefore.None) this.#addText(" ");
    this.#gap = GapBefore.None;
    this.#places();
    for (let i = shared; i < this.formats.length; i++) this.#openFormat(this.formats[i]);
  }

  /** Puts ids here. No anchor can be within a link: there, the paragraph takes one, if it has none. */
  #places(): void {
    if (!this.ids.any) return;
    if (this.#openFormats.some((at) => this.nodes[at].kind === Kind.Link)) {
      if (this.nodes[this.#holder].attributes.length === 0) this.ids.give(this.nodes[this.#holder]);
      this.ids.clear();
    }
    while (this.ids.any) this.ids.give(this.#add(Kind.Anchor, none));
  }

  /** Whether the next text continues the open format at this level. Code is not joined over a gap between elements. */
  #isShared(level: number): boolean {
    const format = this.formats[level];
    if (format === undefined) return false;
    if (format.kind !== Kind.Code) return format.key === this.#openKeys[level];
    if (this.#gap === GapBefore.Line) return false;
    if (format.key === this.#openKeys[level]) return true;
    const open = this.nodes[this.#openFormats[level]];
    return open.kind === Kind.Code && this.#gap === GapBefore.None;
  }

  #openFormat(format: Format): void {
    this.#budget.addFormat(format);
    this.#openFormats.push(this.nodes.length);
    this.#openKeys.push(format.key);
    this.#add(format.kind, format.attributes, format.text, format.label);
  }

  #closeFormats(level: number): void {
    while (this.#openFormats.length > level) {
      this.nodes[this.#openFormats.pop() as number].end = this.nodes.length;
      this.#openKeys.pop();
      this.#inText = false;
    }
  }

  #openHolder(): void {
    const heading = this.holding >= 2;
    const kind = heading ? Kind.Heading : Kind.Paragraph;
    this.#makeRoomFor(kind);
    this.#wrap();
    this.#countChild(kind);
    this.#holder = this.nodes.length;
    const node = this.#add(kind, none);
    node.number = heading ? this.holding - 1 : this.holding;
    this.ids.give(node);
  }

  /** Adds the parts required between the open container and free content. */
  #wrap(): void {
    for (;;) {
      const container = this.container;
      const wrapper = container === undefined ? undefined : wrappers.get(container.kind);
      if (wrapper === undefined) return;
      this.#push(wrapper, none, true);
    }
  }

  /** Closes containers that cannot continue with a child of this kind. */
  #makeRoomFor(kind: Kind): void {
    for (;;) {
      const container = this.container;
      if (container === undefined || !this.#loose.at(-1) || accepts(container.kind, kind)) break;
      const outer = this.nodes[this.#open[this.#open.length - 2] ?? -1];
      const isListOpen = outer !== undefined && !this.#loose[this.#loose.length - 2];
      if (isListOpen && container.kind === Kind.Item && goesOn(outer.kind, kind)) break;
      this.#pop();
    }
    if (isContainer(kind) && !homes.has(kind)) this.#wrap();
  }

  #push(kind: Kind, attributes: readonly Attribute[], loose: boolean): ContentNode {
    this.#countChild(kind);
    this.#open.push(this.nodes.length);
    this.#loose.push(loose);
    return this.#add(kind, attributes);
  }

  #pop(): void {
    const at = this.#open.pop() as number;
    const node = this.nodes[at];
    this.#loose.pop();
    this.#inText = false;
    this.#dropRule();
    // Elements need not have anything worth writing: line numbers, an empty formula. An empty cell counts.
    if (at === this.nodes.length - 1 && node.kind !== Kind.Cell && node.number === 0) {
      this.nodes.pop();
      this.ids.takeBack(node);
      return;
    }
    node.end = this.nodes.length;
    const outer = this.container;
    if (node.kind === Kind.Item && node.spaced && outer !== undefined) outer.spaced = true;
  }

  /** Drops a rule with nothing after it. */
  #dropRule(): void {
    const last = this.nodes[this.nodes.length - 1];
    if (last?.kind !== Kind.Rule) return;
    this.nodes.pop();
    this.ids.takeBack(last);
  }

  get #ruleHolder(): Kind | undefined {
    return ruleHolder(this.nodes, this.#open);
  }

  /** Turns the last line of a paragraph into a rule if it is a row of signs; returns whether it was. */
  #endsInRule(): boolean {
    const { nodes } = this;
    if (this.#holder < 0 || nodes[this.#holder].kind !== Kind.Paragraph || !takesRules(this.#ruleHolder)) return false;
    const at = lineOfSigns(nodes);
    if (at < 0) return false;
    if (at === this.#holder) {
      this.endParagraph();
      return true;
    }
    const open = this.#openFormats.slice();
    this.#closeFormats(0);
    for (const format of open) if (format < at) nodes[format].end = at;
    nodes.length = at;
    this.rule();
    return true;
  }

  #makeRule(holder: number): void {
    const paragraph = this.nodes[holder];
    this.nodes.length = holder;
    this.ids.takeBack(paragraph);
    this.rule();
  }

  /** Records the contents of an item, so that writers know whether to separate its blocks. */
  #countChild(kind: Kind): void {
    const parent = this.container;
    if (parent === undefined) return;
    const first = this.#open[this.#open.length - 1] === this.nodes.length - 1;
    if (kind === Kind.Paragraph && this.holding === 1) parent.spaced = true;
    if (parent.kind === Kind.Item && !first && !isList(kind)) parent.spaced = true;
  }

  #addText(text: string): void {
    const last = this.nodes[this.nodes.length - 1];
    if (this.#inText && last !== undefined) last.text += text;
    else {
      this.#add(Kind.Text, none, text);
      this.#inText = true;
    }
  }

  #add(kind: Kind, attributes: readonly Attribute[], text = "", label = "", element = -1): ContentNode {
    this.#budget.add(attributes);
    const end = this.nodes.length + 1;
    const { source } = this;
    const node = { kind, end, text, label, number: 0, attributes, element, source, paragraphs: 0, spaced: false };
    this.nodes.push(node);
    this.#inText = false;
    return node;
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;
}
