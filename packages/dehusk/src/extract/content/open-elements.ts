import { Gap, type Page } from "../../page/index.ts";
import type { ContentBuilder } from "./content-builder.ts";
import type { Kind } from "./content-tree.ts";
import type { FormatStack } from "./format-stack.ts";

/** An element whose end matters. */
interface OpenElement {
  readonly end: number;
  readonly gap: number;
  /** Depth of containers to return to; -1 if the element opened none. */
  readonly depth: number;
  /** Whether its container stays open for later parts. */
  readonly release: boolean;
  /** The format it opened; 0 for none. */
  readonly format: Kind | 0;
  /** How paragraphs were written before it. */
  readonly holding: number;
  readonly dataTable: boolean;
  readonly paragraph: boolean;
}

/**
 * The open elements, innermost last. Each remembers what it changed, so that leaving it
 * restores that; a stack of its own, since pages may be nested more deeply than calls can be.
 */
export class OpenElements {
  /** Whether the innermost table is a data table. */
  dataTable = false;
  readonly #page: Page;
  readonly #builder: ContentBuilder;
  readonly #formats: FormatStack;
  readonly #open: OpenElement[] = [];

  constructor(page: Page, builder: ContentBuilder, formats: FormatStack) {
    this.#page = page;
    this.#builder = builder;
    this.#formats = formats;
  }

  /** Enters an element; to be called before `holding` and `dataTable` change, which leaving it puts back. */
  push(node: number, gap: number, more: Partial<OpenElement> = {}): void {
    this.#open.push({
      end: more.end ?? this.#page.end[node],
      gap,
      depth: more.depth ?? -1,
      release: more.release ?? false,
      format: more.format ?? 0,
      holding: this.#builder.holding,
      dataTable: this.dataTable,
      paragraph: more.paragraph ?? false,
    });
  }

  /** Enters an element that only separates its content. */
  enterGap(node: number, gap: number): void {
    if (gap === Gap.None) return;
    this.atGap(gap);
    this.push(node, gap);
  }

  /** Writes the separator of an element from its neighbours, at its start or its end. */
  atGap(gap: number): void {
    if (gap >= Gap.Tab) this.#builder.edge();
    else if (gap !== Gap.None) this.#builder.space();
  }

  /** Leaves all elements that end before a node. */
  leaveBefore(node: number): void {
    const builder = this.#builder;
    for (let top = this.#open.length - 1; top >= 0; top--) {
      const element = this.#open[top];
      if (element.end > node) return;
      this.#open.pop();
      if (element.format !== 0) this.#formats.remove(element.format);
      if (element.depth >= 0) {
        if (element.release) builder.release(element.depth);
        else builder.closeTo(element.depth);
      } else if (element.paragraph) builder.endParagraph();
      else if (element.gap !== Gap.Lead) this.atGap(element.gap);
      builder.holding = element.holding;
      this.dataTable = element.dataTable;
    }
  }
}
