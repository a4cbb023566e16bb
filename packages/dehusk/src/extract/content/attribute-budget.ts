import type { Attribute } from "../../page/index.ts";
import type { Format } from "./format-stack.ts";

/** Most characters to write for the attributes of one format and of all. */
const mostPerFormat = 100_000;
const mostPerPage = 50_000_000;

/**
 * What is written for attributes. A link or base address in bad faith, repeated for each block or link, would make what
 * is written far longer than the page; past this, links are text.
 */
export class AttributeBudget {
  /** Characters in all attributes. */
  #written = 0;

  /** Whether nothing more with attributes can be written. */
  get isSpent(): boolean {
    return this.#written > mostPerPage;
  }

  /** Whether the attributes of a format have been written so often that it must be left out. */
  isSpentBy(format: Format): boolean {
    return format.written > mostPerFormat || (this.isSpent && format.attributes.length > 0);
  }

  add(attributes: readonly Attribute[]): void {
    this.#written += sizeOf(attributes);
  }

  /** Counts for a format that is opened; its attributes are also counted as those of its node. */
  addFormat(format: Format): void {
    format.written += format.text.length + sizeOf(format.attributes);
    this.#written += format.text.length;
  }
}

function sizeOf(attributes: readonly Attribute[]): number {
  let size = 0;
  for (const { value } of attributes) size += value.length;
  return size;
}
