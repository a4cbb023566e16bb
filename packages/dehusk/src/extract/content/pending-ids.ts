import type { ContentNode } from "./content-tree.ts";

/** Ids that links lead to, waiting for something to be written that they can be put on. */
export class PendingIds {
  readonly #ids: string[] = [];
  /** How many of them are given away. */
  #given = 0;

  get any(): boolean {
    return this.#ids.length > 0;
  }

  add(id: string): void {
    this.#ids.push(id);
  }

  /** Forgets those that have no place. */
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

  /** Makes the id of a node that is not written after all the next to be given. */
  takeBack(node: ContentNode): void {
    const id = node.attributes.find(({ name }) => name === "id")?.value;
    if (id === undefined) return;
    if (this.#given > 0) this.#ids[--this.#given] = id;
    else this.#ids.unshift(id);
  }
}
