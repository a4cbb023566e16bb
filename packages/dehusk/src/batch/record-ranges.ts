/**
 * Numbers of records that are done: all below `prefix`, and stretches beyond it, which are few however many records there
 * are, since those that are done lie close together.
 */
export class RecordRanges {
  #prefix: number;
  /** Stretches [from, to) in rising order, none touching another or the prefix. */
  #ranges: [number, number][];

  constructor(prefix = 0, ranges: readonly (readonly [number, number])[] = []) {
    this.#prefix = prefix;
    this.#ranges = ranges.map(([from, to]) => [from, to]);
  }

  get prefix(): number {
    return this.#prefix;
  }

  get ranges(): readonly (readonly [number, number])[] {
    return this.#ranges;
  }

  has(record: number): boolean {
    return record < this.#prefix || this.#ranges.some(([from, to]) => record >= from && record < to);
  }

  /** Adds the records [from, to), none of which is there. */
  add(from: number, to: number): void {
    const all = [...this.#ranges, [from, to] as [number, number]].sort((a, b) => a[0] - b[0]);
    this.#ranges = [];
    for (const [start, end] of all) {
      const last = this.#ranges.at(-1);
      if (last === undefined && start <= this.#prefix) this.#prefix = end;
      else if (last !== undefined && last[1] === start) last[1] = end;
      else this.#ranges.push([start, end]);
    }
  }
}
