/**
 * Where two nodes of a tree meet: their lowest common ancestor, which may be one of them. The tree is divided into paths that
 * always continue to the largest child (Sleator and Tarjan's heavy paths), so that a query takes O(log n) steps however
 * deep the tree is; preparation is linear.
 */
export class TreeMeeting {
  readonly #parent: Int32Array;
  readonly #depth: Int32Array;
  /** The top of each node's path. */
  readonly #top: Int32Array;
  /** The child of each node that continues its path. */
  readonly #heavy: Int32Array;

  /** @param parent In pre-order, -1 for the root. */
  constructor(parent: Int32Array, end: Int32Array, depth: Int32Array) {
    this.#parent = parent;
    this.#depth = depth;
    const heavy = new Int32Array(parent.length).fill(-1);
    const sizeOf = (node: number) => end[node] - node;
    for (let node = parent.length - 1; node > 0; node--) {
      const up = parent[node];
      const best = heavy[up];
      if (best < 0 || sizeOf(node) > sizeOf(best)) heavy[up] = node;
    }
    this.#heavy = heavy;
    this.#top = new Int32Array(parent.length);
    for (let node = 1; node < parent.length; node++) {
      const up = parent[node];
      this.#top[node] = heavy[up] === node ? this.#top[up] : node;
    }
  }

  of(first: number, second: number): number {
    const [parent, depth, top] = [this.#parent, this.#depth, this.#top];
    let [p, q] = [first, second];
    while (top[p] !== top[q]) {
      const [topP, topQ] = [top[p], top[q]];
      if (depth[topP] >= depth[topQ]) p = parent[topP];
      else q = parent[topQ];
    }
    return depth[p] < depth[q] ? p : q;
  }

  /** The child of a node that contains a node below it. */
  below(node: number, low: number): number {
    const [parent, top] = [this.#parent, this.#top];
    let at = low;
    while (top[at] !== top[node]) {
      const high = top[at];
      at = parent[high];
      if (at === node) return high;
    }
    return this.#heavy[node];
  }
}
