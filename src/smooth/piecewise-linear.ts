/**
 * Continuous piecewise-linear functions on [0, 1]: value and slope at 1, and the corners, sorted, where the slope
 * changes. Functions are changed in place, since each is used once; their arrays have room to grow.
 */
export class PiecewiseLinear {
  /** Value and slope at 1. */
  value = 0;
  slope = 0;
  /** Number of corners. */
  length = 0;
  position: Float64Array;
  /** By how much the slope grows at each corner. */
  change: Float64Array;

  constructor(room = 4) {
    this.position = new Float64Array(room);
    this.change = new Float64Array(room);
  }

  /** Adds `weight · |at − v|`. */
  addDistance(at: number, weight: number): void {
    this.value += weight * (1 - at);
    this.slope += weight;
    const place = this.#placeOf(at);
    if (place < this.length && this.position[place] === at) {
      this.change[place] = (this.change[place] as number) + 2 * weight;
      return;
    }
    this.reserve(this.length + 1);
    this.position.copyWithin(place + 1, place, this.length);
    this.change.copyWithin(place + 1, place, this.length);
    this.position[place] = at;
    this.change[place] = 2 * weight;
    this.length++;
  }

  /** Makes room for this many corners. */
  reserve(length: number): void {
    if (length <= this.position.length) return;
    const room = Math.max(length, this.position.length * 2);
    this.position = resized(this.position, room);
    this.change = resized(this.change, room);
  }

  /** The first corner at or after a place. */
  #placeOf(at: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.position[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The sum of two functions; corners at the same place become one. */
function add(a: PiecewiseLinear, b: PiecewiseLinear): PiecewiseLinear {
  const sum = new PiecewiseLinear(a.length + b.length + 1);
  const { position, change } = sum;
  let length = 0;
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const fromA = j === b.length || (i < a.length && (a.position[i] as number) <= (b.position[j] as number));
    const at = (fromA ? a.position[i] : b.position[j]) as number;
    const by = (fromA ? a.change[i++] : b.change[j++]) as number;
    if (length > 0 && position[length - 1] === at) change[length - 1] = (change[length - 1] as number) + by;
    else {
      position[length] = at;
      change[length++] = by;
    }
  }
  sum.length = length;
  sum.value = a.value + b.value;
  sum.slope = a.slope + b.slope;
  return sum;
}

/** The sum of one or more functions: merged two by two, the smallest first, so that no corner is copied often. */
export function addAll(functions: readonly PiecewiseLinear[]): PiecewiseLinear {
  let round = functions.length > 2 ? [...functions].sort((a, b) => a.length - b.length) : functions;
  while (round.length > 1) {
    const merged: PiecewiseLinear[] = [];
    for (let i = 0; i + 1 < round.length; i += 2) {
      merged.push(add(round[i] as PiecewiseLinear, round[i + 1] as PiecewiseLinear));
    }
    if (round.length % 2 === 1) merged.push(round[round.length - 1] as PiecewiseLinear);
    round = merged;
  }
  return round[0] as PiecewiseLinear;
}

function resized(array: Float64Array, length: number): Float64Array {
  const larger = new Float64Array(length);
  larger.set(array);
  return larger;
}
