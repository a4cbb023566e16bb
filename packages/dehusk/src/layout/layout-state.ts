import type { Arena } from "./arena.ts";
import type { BoxModel } from "./box-model.ts";
import { Flow } from "./flow.ts";
import { Geometry } from "./geometry.ts";
import type { GridFill } from "./grid-items.ts";
import type { IntrinsicWidths } from "./intrinsic-widths.ts";
import { LineLayout } from "./line-layout.ts";
import { TableRows } from "./table-rows.ts";

/** State of the walk that places boxes. */
export class LayoutState {
  readonly model: BoxModel;
  readonly widths: IntrinsicWidths;
  readonly viewport: number;
  readonly geometry: Geometry;
  readonly outer: Uint8Array;
  readonly inner: Uint8Array;
  readonly lines: LineLayout;
  readonly rows: TableRows;
  /** Open grids with named areas. */
  readonly grids = new Map<number, GridFill>();
  /** Nearest ancestor that is not inline, and nearest positioned one. */
  readonly block: Int32Array;
  readonly positioned: Int32Array;
  /** 1 for nodes whose vertical position is known. */
  readonly isPlaced: Uint8Array;
  /** 1 for nodes that opened a flow. */
  readonly hasFlow: Uint8Array;
  /** The innermost flow. */
  flow: Flow;
  readonly #flows: Flow[] = [new Flow()];
  #depth = 0;

  constructor(model: BoxModel, widths: IntrinsicWidths, viewport: number, arena: Arena) {
    this.model = model;
    this.widths = widths;
    this.viewport = viewport;
    this.geometry = new Geometry(model.page.size, arena);
    this.outer = model.styles.outer;
    this.inner = model.styles.inner;
    this.block = arena.integers();
    this.positioned = arena.integers();
    this.isPlaced = arena.bytes();
    this.hasFlow = arena.bytes();
    this.lines = new LineLayout(model, widths, this.geometry, this.isPlaced, this.block);
    this.rows = new TableRows(model, widths, this.geometry);
    this.flow = this.#flows[0];
    this.flow.start(0, 0, 0, 0);
    this.geometry.contentW[0] = viewport;
    this.geometry.w[0] = viewport;
    this.isPlaced[0] = 1;
  }

  /** Opens a flow inside a node. */
  pushFlow(node: number, cursor: number): void {
    this.hasFlow[node] = 1;
    this.#depth++;
    let flow = this.#flows[this.#depth];
    if (flow === undefined) {
      flow = new Flow();
      this.#flows.push(flow);
    }
    flow.start(node, cursor, this.lines.left.size, this.lines.right.size);
    this.isPlaced[node] = 1;
    this.flow = flow;
  }

  /** Ends a node's own flow; returns the bottom of its content. */
  popFlow(): number {
    const flow = this.flow;
    this.lines.close(flow);
    this.lines.left.reset(flow.leftBase);
    this.lines.right.reset(flow.rightBase);
    this.flow = this.#flows[--this.#depth];
    return Math.max(flow.cursor + Math.max(0, flow.margin), flow.floatBottom);
  }
}
