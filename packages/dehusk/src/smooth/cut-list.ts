/**
 * The intervals in which opening a new section at `to` is cheaper for a node than going on with the value that comes from
 * its parent. Nodes are entered from the last to the first, each with its cuts from right to left.
 */
export class CutList {
  readonly #from: number[] = [];
  readonly #until: number[] = [];
  readonly #to: number[] = [];
  /** How many cuts there are once a node has been entered. */
  readonly #count: Int32Array;

  constructor(nodes: number) {
    this.#count = new Int32Array(nodes + 1);
  }

  /** Adds a cut of the node that is being entered. */
  add(from: number, until: number, to: number): void {
    this.#from.push(from);
    this.#until.push(until);
    this.#to.push(to);
  }

  /** Says that all cuts of this node are in. */
  close(node: number): void {
    this.#count[node] = this.#from.length;
  }

  /** The value of a node, given its parent's. The same value means that no section is opened. */
  follow(node: number, incoming: number): number {
    for (let i = this.#count[node + 1]; i < this.#count[node]; i++) {
      if (incoming > this.#from[i] && incoming < this.#until[i]) return this.#to[i];
    }
    return incoming;
  }
}
