/** The array, or a copy with room for at least `length` entries and at least twice its size. */
export function grow<T extends Float64Array | Int32Array | Uint8Array>(array: T, length: number): T {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
