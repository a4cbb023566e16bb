import { TEXT } from "../page/index.ts";
import { Outer } from "./box-kinds.ts";
import type { BoxModel } from "./box-model.ts";
import type { Geometry } from "./geometry.ts";
import { type IntrinsicWidths, TextFlag } from "./intrinsic-widths.ts";
import { Align, Field, numberOf } from "./style-fields.ts";

interface Item {
  readonly node: number;
  /** Border box before growing or shrinking, and its minimum. */
  width: number;
  readonly least: number;
  readonly grow: number;
  readonly shrink: number;
  readonly marginLeft: number;
  readonly marginRight: number;
  /** Margins that absorb free space. */
  readonly autoLeft: boolean;
  readonly autoRight: boolean;
}

/** What placing a container's items needs; a `LayoutState` has it. */
export interface ItemContext {
  readonly model: BoxModel;
  readonly widths: IntrinsicWidths;
  readonly geometry: Geometry;
}

/** Sets widths and horizontal positions of the items of a flex row; marks those that start a new line. */
export function placeFlexItems(context: ItemContext, container: number): void {
  const { model, geometry } = context;
  const room = geometry.contentW[container];
  const gap = model.length(container, Field.ColumnGap, room);
  const wraps = model.field(container, Field.FlexWrap) === 1;
  let line: Item[] = [];
  let used = 0;
  const { end } = model.page;
  for (let child = container + 1; child < end[container]; child = end[child]) {
    if (!isItem(context, child)) continue;
    const item = readItem(context, child, room);
    const width = item.width + item.marginLeft + item.marginRight;
    if (wraps && line.length > 0 && used + gap + width > room + 0.5) {
      placeLine(context, container, line);
      line = [];
    }
    if (line.length === 0) {
      geometry.startsBand[child] = 1;
      used = width;
    } else used += gap + width;
    line.push(item);
  }
  if (line.length > 0) placeLine(context, container, line);
}

/** Whether a child of a flex container or grid is an item: in-flow elements, and text. */
export function isItem({ model, widths }: ItemContext, child: number): boolean {
  const part = model.styles.outer[child];
  return part === Outer.Item || (part === Outer.Text && (widths.textFlags[child] & TextFlag.Blank) === 0);
}

function readItem({ model, widths }: ItemContext, node: number, room: number): Item {
  const min = widths.min[node];
  const max = widths.max[node];
  if (model.page.tag[node] === TEXT) {
    return {
      node,
      width: max,
      least: min,
      grow: 0,
      shrink: 1,
      marginLeft: 0,
      marginRight: 0,
      autoLeft: false,
      autoRight: false,
    };
  }
  const edges = model.sideEdges(node, room);
  const margins = model.sideMargins(node, 0);
  const basis = model.has(node, Field.FlexBasis)
    ? model.length(node, Field.FlexBasis, room) + (model.field(node, Field.BoxSizing) === 1 ? 0 : edges)
    : model.givenWidth(node, room, edges);
  const content = max - margins;
  const hasWidth = model.has(node, Field.Width);
  let least = hasWidth ? Math.min(min - margins, model.givenWidth(node, room, edges)) : min - margins;
  if (model.field(node, Field.Overflow) === 1 || model.isFixed(node, Field.MinWidth)) least = edges;
  least = model.clampedWidth(node, least, room, edges);
  const shrink = model.field(node, Field.FlexShrink);
  return {
    node,
    width: model.clampedWidth(node, basis >= 0 ? basis : content, room, edges),
    least,
    grow: numberOf(model.field(node, Field.FlexGrow)),
    shrink: shrink === 0 ? 1 : Math.max(0, numberOf(shrink) - 1),
    marginLeft: model.length(node, Field.MarginLeft, room),
    marginRight: model.length(node, Field.MarginRight, room),
    autoLeft: model.isAuto(node, Field.MarginLeft),
    autoRight: model.isAuto(node, Field.MarginRight),
  };
}

function placeLine({ model, geometry }: ItemContext, container: number, line: readonly Item[]): void {
  const room = geometry.contentW[container];
  const gap = model.length(container, Field.ColumnGap, room);
  let used = gap * (line.length - 1);
  let grow = 0;
  let shrink = 0;
  let autos = 0;
  for (const item of line) {
    used += item.width + item.marginLeft + item.marginRight;
    grow += item.grow;
    shrink += item.shrink * item.width;
    autos += (item.autoLeft ? 1 : 0) + (item.autoRight ? 1 : 0);
  }
  let free = room - used;
  if (free > 0 && grow > 0) free = growItems(model, line, free, room);
  else if (free < 0 && shrink > 0) free = shrinkItems(line, free, shrink);
  const spare = Math.max(0, free);
  const share = autos > 0 ? spare / autos : 0;
  const { before, between } = justify(model.field(container, Field.Justify), autos > 0 ? 0 : spare, line.length);
  const isReversed = model.field(container, Field.FlexDirection) === 1;
  let x = before;
  for (const item of line) {
    x += item.marginLeft + (item.autoLeft ? share : 0);
    const from = isReversed ? room - x - item.width : x;
    geometry.x[item.node] = geometry.contentX[container] + from;
    geometry.w[item.node] = item.width;
    x += item.width + item.marginRight + (item.autoRight ? share : 0) + gap + between;
  }
}

/** Distributes free space up to each item's maximum; returns what is left. */
function growItems(model: BoxModel, line: readonly Item[], free: number, room: number): number {
  let left = free;
  let open = Math.max(
    1,
    line.reduce((sum, { grow }) => sum + grow, 0),
  );
  // Items at their maximum leave the rest to the others: two rounds come close.
  for (let round = 0; round < 2 && left > 0.5 && open > 0; round++) {
    const part = left / open;
    open = 0;
    for (const item of line) {
      if (item.grow === 0) continue;
      const edges = model.sideEdges(item.node, room);
      const width = model.clampedWidth(item.node, item.width + part * item.grow, room, edges);
      const grown = Math.max(0, width - item.width);
      if (grown >= part * item.grow - 0.5) open += item.grow;
      item.width += grown;
      left -= grown;
    }
  }
  return left;
}

function shrinkItems(line: readonly Item[], free: number, total: number): number {
  let left = free;
  let open = total;
  for (let round = 0; round < 2 && left < -0.5 && open > 0; round++) {
    const part = left / open;
    open = 0;
    for (const item of line) {
      const weight = item.shrink * item.width;
      if (weight === 0 || item.width <= item.least) continue;
      const width = Math.max(item.least, item.width + part * weight);
      left += item.width - width;
      item.width = width;
      if (width > item.least) open += item.shrink * width;
    }
  }
  return left;
}

function justify(align: number, spare: number, count: number): { before: number; between: number } {
  switch (align) {
    case Align.Center:
      return { before: spare / 2, between: 0 };
    case Align.End:
      return { before: spare, between: 0 };
    case Align.Between:
      return { before: 0, between: count > 1 ? spare / (count - 1) : 0 };
    case Align.Around:
      return { before: spare / count / 2, between: spare / count };
    default:
      return { before: 0, between: 0 };
  }
}

/** Aligns the items of a flex row on the cross axis, once heights are known. */
export function alignFlexItems(context: ItemContext, container: number, contentHeight: number): void {
  const { model, geometry } = context;
  const { end } = model.page;
  const { h, y, shiftY, startsBand } = geometry;
  const last = end[container];
  const wraps = model.field(container, Field.FlexWrap) === 1;
  const usual = model.field(container, Field.AlignItems) || Align.Stretch;
  for (let first = container + 1; first < last; ) {
    let height = 0;
    let top = Number.POSITIVE_INFINITY;
    let child = first;
    for (let isFirst = true; child < last && (isFirst || startsBand[child] === 0); child = end[child]) {
      if (!isItem(context, child)) continue;
      isFirst = false;
      top = Math.min(top, y[child]);
      height = Math.max(height, h[child] + verticalMargins(model, child));
    }
    if (!wraps) height = Math.max(height, contentHeight);
    for (; first < child; first = end[first]) {
      if (!isItem(context, first)) continue;
      const isText = model.page.tag[first] === TEXT;
      const align = isText ? usual : model.field(first, Field.AlignSelf) || usual;
      const spare = height - h[first] - (isText ? 0 : verticalMargins(model, first));
      if (spare <= 0) continue;
      if (align === Align.Center) shiftY[first] = shiftY[first] + spare / 2;
      else if (align === Align.End) shiftY[first] = shiftY[first] + spare;
      else if (align === Align.Stretch && !isText && !model.isFixed(first, Field.Height)) {
        h[first] = h[first] + spare;
      }
    }
  }
}

function verticalMargins(model: BoxModel, node: number): number {
  if (model.page.tag[node] === TEXT) return 0;
  return model.length(node, Field.MarginTop, 0) + model.length(node, Field.MarginBottom, 0);
}
