import type { Attribute } from "../../page/index.ts";
import type { Format } from "./format-stack.ts";

/** Maximum characters for the attributes of one format and of all. */
const mostPerFormat = 100_000;
const mostPerPage = 50_000_000;

/**
 * The characters written for attributes. A hostile link or base URL, repeated for each block or link, would make the output
 * far longer than the page; past this, links are text.
 */
export class AttributeBudget {
  /** Characters in all attributes. */
  #written = 0;

  /** Whether the budget is used up. */
  get isSpent(): boolean {
    return this.#written > mostPerPage;
  }

  /** Whether the attributes of a format have been written too often, so that it must be omitted. */
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
