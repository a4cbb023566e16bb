/**
 * Keeps the first of rows with the same numbers and label (Kołcz & Yih, section 4.1). Numbers with both labels stay
 * once with each: weighing them is up to the learner.
 *
 * Rows are compared bit by bit, so NaN equals itself and 0 is not -0. Cost: linear, by hashing.
 *
 * @param rows Row-major, `width` numbers each; the words of binary rows work too.
 * @returns The indexes of the rows kept, ascending.
 */
export function dedupeRows(
  rows: Float32Array | Uint32Array,
  width: number,
  count: number,
  labels: ArrayLike<number>,
): Uint32Array {
  const words = new Uint32Array(rows.buffer, rows.byteOffset, count * width);
  const mask = tableSize(count) - 1;
  /** Row index + 1 in each slot, 0 for a free one. */
  const table = new Uint32Array(mask + 1);
  const kept = new Uint32Array(count);
  let size = 0;
  for (let r = 0; r < count; r++) {
    let place = hashRow(words, r * width, width, labels[r]) & mask;
    while (table[place] !== 0 && !sameRow(words, width, labels, r, table[place] - 1)) {
      place = (place + 1) & mask;
    }
    if (table[place] !== 0) continue;
    table[place] = r + 1;
    kept[size++] = r;
  }
  return kept.slice(0, size);
}

/** A power of two; at most half the slots are taken. */
function tableSize(count: number): number {
  let size = 2;
  while (size < 2 * count) size *= 2;
  return size;
}

/** MurmurHash3 (Appleby 2011). */
function hashRow(words: Uint32Array, at: number, width: number, label: number): number {
  let hash = label;
  for (let w = 0; w < width; w++) {
    let part = Math.imul(words[at + w], 0xcc9e2d51);
    part = Math.imul((part << 15) | (part >>> 17), 0x1b873593);
    hash ^= part;
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function sameRow(words: Uint32Array, width: number, labels: ArrayLike<number>, a: number, b: number): boolean {
  if (labels[a] !== labels[b]) return false;
  for (let w = 0; w < width; w++) if (words[a * width + w] !== words[b * width + w]) return false;
  return true;
}
