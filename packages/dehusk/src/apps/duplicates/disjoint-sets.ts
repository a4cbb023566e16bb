import { grow } from "./grow.ts";

/**
 * Union-find over 0, 1, 2, …. The smallest member represents its set, so the result does not depend on the order of
 * unions. Nearly constant time per call by path halving; 4 bytes per member.
 */
export class DisjointSets {
  #parent = new Int32Array(1024);
  #size = 0;

  /** Adds a singleton set and returns its member. */
  add(): number {
    const member = this.#size++;
    this.#parent = grow(this.#parent, this.#size);
    this.#parent[member] = member;
    return member;
  }

  /** The smallest member of the member's set. */
  first(member: number): number {
    const parent = this.#parent;
    let at = member;
    while (parent[at] !== at) {
      const above = parent[parent[at]];
      parent[at] = above;
      at = above;
    }
    return at;
  }

  join(a: number, b: number): void {
    const first = this.first(a);
    const second = this.first(b);
    if (first < second) this.#parent[second] = first;
    else this.#parent[first] = second;
  }
}
