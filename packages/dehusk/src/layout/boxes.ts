/**
 * Where each node lies, in CSS pixels from the page's top left corner: border boxes of elements, bounding boxes of the
 * lines of text nodes. Hidden nodes have an empty box where they would be.
 */
export interface Boxes {
  /** Whether the boxes were estimated from the page alone or measured in a browser. */
  readonly geometry: "estimate" | "rendered";
  readonly width: number;
  readonly height: number;
  /** One entry per node. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly w: Float32Array;
  readonly h: Float32Array;
}

/** A box as plain data: x, y, width, height in CSS pixels. */
export type PlainBox = readonly [number, number, number, number];
