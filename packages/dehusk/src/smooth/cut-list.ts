/**
 * The intervals in which opening a new section at `to` is cheaper for a node than keeping its parent's value. Nodes are
 * added from last to first, each with its cuts from right to left.
 */
export class CutList {
  readonly #from: number[] = [];
  readonly #until: number[] = [];
  readonly #to: number[] = [];
  /** Number of cuts after each node was added. */
  readonly #count: Int32Array;

  constructor(nodes: number) {
    this.#count = new Int32Array(nodes + 1);
  }

  /** Adds a cut of the current node. */
  add(from: number, until: number, to: number): void {
    this.#from.push(from);
    this.#until.push(until);
    this.#to.push(to);
  }

  /** Marks the cuts of this node as complete. */
  close(node: number): void {
    this.#count[node] = this.#from.length;
  }

  /** The value of a node, given its parent's. If equal, no section is opened. */
  follow(node: number, incoming: number): number {
    for (let i = this.#count[node + 1]; i < this.#count[node]; i++) {
      if (incoming > this.#from[i] && incoming < this.#until[i]) return this.#to[i];
    }
    return incoming;
  }
}
