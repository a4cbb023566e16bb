import { grow } from "./grow.ts";

/**
 * Union-find over 0, 1, 2, …: sets that are only ever joined. The smallest member stands for its set, so the outcome
 * does not depend on the order of joining. Nearly constant time for each call by halving paths; 4 bytes a member.
 */
export class DisjointSets {
  #parent = new Int32Array(1024);
  #size = 0;

  /** Adds a set of one new member, and returns the member. */
  add(): number {
    const member = this.#size++;
    this.#parent = grow(this.#parent, this.#size);
    this.#parent[member] = member;
    return member;
  }

  /** The smallest member of the set that a member is in. */
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
