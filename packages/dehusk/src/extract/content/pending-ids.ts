import type { ContentNode } from "./content-tree.ts";

/** Ids of link targets that wait for something to be written to carry them. */
export class PendingIds {
  readonly #ids: string[] = [];
  /** The number already used. */
  #given = 0;

  get any(): boolean {
    return this.#ids.length > 0;
  }

  add(id: string): void {
    this.#ids.push(id);
  }

  /** Drops those without a place. */
  clear(): void {
    this.#ids.length = 0;
    this.#given = 0;
  }

  /** Puts the next id on a node. */
  give(node: ContentNode): void {
    const id = this.#ids[this.#given];
    if (id === undefined) return;
    this.#given++;
    if (this.#given === this.#ids.length) {
      this.#ids.length = 0;
      this.#given = 0;
    }
    node.attributes = [...node.attributes, { name: "id", value: id }];
  }

  /** Returns the id of a node that is not written after all to the queue. */
  takeBack(node: ContentNode): void {
    const id = node.attributes.find(({ name }) => name === "id")?.value;
    if (id === undefined) return;
    if (this.#given > 0) this.#ids[--this.#given] = id;
    else this.#ids.unshift(id);
  }
}
