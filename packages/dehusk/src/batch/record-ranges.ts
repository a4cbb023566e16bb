/**
 * Numbers of finished records: all below `prefix`, and ranges beyond it. There are few ranges, since finished records
 * lie close together.
 */
export class RecordRanges {
  #prefix: number;
  /** Ranges [from, to), ascending, none touching another or the prefix. */
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

  /** Adds the records [from, to), none of which may be present. */
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
