import type { Arena } from "./arena.ts";

/** Boxes under construction, one entry per node. */
export class Geometry {
  /** Border boxes. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly w: Float32Array;
  readonly h: Float32Array;
  /** Left edge and width of content boxes. */
  readonly contentX: Float32Array;
  readonly contentW: Float32Array;
  /** Pending shift of each node with its content; and of its content only. */
  readonly shiftX: Float32Array;
  readonly shiftY: Float32Array;
  readonly insideShiftY: Float32Array;
  /** Top and bottom of the current row of table rows, flex containers and grids. */
  readonly bandTop: Float32Array;
  readonly bandBottom: Float32Array;
  /** 1 for items that start a new row of their container. */
  readonly startsBand: Uint8Array;

  /** @param size Number of nodes; the boxes themselves outlive the arena. */
  constructor(size: number, arena: Arena) {
    const boxes = new Float32Array(size * 4);
    this.x = boxes.subarray(0, size);
    this.y = boxes.subarray(size, size * 2);
    this.w = boxes.subarray(size * 2, size * 3);
    this.h = boxes.subarray(size * 3);
    this.contentX = arena.floats();
    this.contentW = arena.floats();
    this.shiftX = arena.floats();
    this.shiftY = arena.floats();
    this.insideShiftY = arena.floats();
    this.bandTop = arena.floats();
    this.bandBottom = arena.floats();
    this.startsBand = arena.bytes();
  }
}
