type Flat = Float32Array | Float64Array | Int32Array | Uint8Array | Uint32Array;

/** Copies an array to the start of a larger one, which it returns. */
export function copyInto<T extends Flat>(larger: T, from: T): T {
  larger.set(from as never);
  return larger;
}
