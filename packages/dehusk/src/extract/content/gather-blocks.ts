import { type Attribute, Gap, type Page } from "../../page/index.ts";
import type { ContentBuilder } from "./content-builder.ts";
import { Kind } from "./content-tree.ts";
import { dataAttributes } from "./element-attributes.ts";
import { readCallout } from "./find-callout.ts";
import type { OpenElements } from "./open-elements.ts";
import type { Note } from "./page-links.ts";

/** Enters blocks: paragraphs, headings, and containers with their parts. */
export class BlockGathering {
  /** The title of the callout that was entered last, which is not written with its text; -1 for none. */
  calloutTitle = -1;
  readonly #page: Page;
  readonly #builder: ContentBuilder;
  readonly #open: OpenElements;
  /** The highest level of a heading, as `holding`. */
  readonly #top: number;

  constructor(page: Page, builder: ContentBuilder, open: OpenElements, hasHeadline: boolean) {
    this.#page = page;
    this.#builder = builder;
    this.#open = open;
    this.#top = hasHeadline ? 3 : 2;
  }

  note(node: number, { label, end }: Note): void {
    const depth = this.#builder.depth;
    if (!this.#builder.open(Kind.Footnote, [], 0, label)) return;
    this.#open.push(node, Gap.Line, { depth: this.#depthAround(depth), end });
    this.#builder.holding = 0;
  }

  /** Enters an element as a callout; false if it is not one. */
  callout(node: number, kind: Kind): boolean {
    if ((kind !== Kind.Quote && kind !== Kind.Details) || this.#page.gap[node] < Gap.Line) return false;
    if (this.#builder.holding >= 2) return false;
    const callout = readCallout(this.#page, node);
    if (callout === undefined) return false;
    const depth = this.#builder.depth;
    const attributes = [
      { name: "class", value: "callout" },
      { name: "data-callout", value: callout.kind },
    ];
    if (!this.#builder.open(Kind.Quote, attributes, 0, callout.kind, callout.title)) return false;
    this.#open.push(node, Gap.Line, { depth: this.#depthAround(depth) });
    this.#builder.holding = 0;
    this.calloutTitle = callout.titleNode;
    return true;
  }

  paragraph(node: number, holding = 1): void {
    const builder = this.#builder;
    const inHeading = builder.holding >= 2 && holding === 1;
    if (inHeading) builder.edge();
    else builder.endParagraph();
    this.#open.push(node, this.#page.gap[node], { paragraph: !inHeading });
    if (!inHeading) builder.holding = holding;
  }

  heading(node: number, level: number | string = 2): void {
    const known = Math.min(6, Math.max(1, Math.trunc(Number(level)) || 2));
    this.paragraph(node, Math.max(known + 1, this.#top));
  }

  /** Enters a container; where it is not allowed, only its content is written. */
  container(node: number, kind: Kind, attributes: readonly Attribute[], number = 0): void {
    const builder = this.#builder;
    const depth = builder.depth;
    const parent = builder.container?.kind;
    const fits =
      (kind !== Kind.FigureCaption || parent === Kind.Figure) && (kind !== Kind.Summary || parent === Kind.Details);
    if (!fits || !builder.open(kind, attributes, number)) {
      this.#open.enterGap(node, Math.max(this.#page.gap[node], Gap.Line));
      return;
    }
    this.#open.push(node, Gap.Line, { depth: this.#depthAround(depth) });
    builder.holding = 0;
  }

  /** Enters an item of a list; false if it is not allowed here. */
  item(node: number, kind: Kind, label: string): boolean {
    const builder = this.#builder;
    if (!builder.open(kind, dataAttributes(this.#page, node), 0, label)) return false;
    this.#open.push(node, Gap.Line, { depth: builder.depth, release: true });
    builder.holding = 0;
    return true;
  }

  /** The depth to return to from a container that was just opened, which closed those that had ended before it. */
  #depthAround(before: number): number {
    return Math.min(before, this.#builder.depth - 1);
  }

  /** Enters a data table, or a layout table. */
  table(node: number, isData: boolean): void {
    if (isData) this.container(node, Kind.Table, []);
    else this.#open.enterGap(node, Gap.Blank);
    this.#open.dataTable = isData && this.#builder.container?.kind === Kind.Table;
  }
}
