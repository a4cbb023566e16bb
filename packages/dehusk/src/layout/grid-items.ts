import { TEXT } from "../page/index.ts";
import { type ItemContext, isItem } from "./flex-items.ts";
import { trackWidths } from "./grid-tracks.ts";
import { Field } from "./style-fields.ts";

/** How far down each column of a grid is filled; only for grids with named areas. */
export interface GridFill {
  readonly bottoms: number[];
  /** First column and column span of each item. */
  readonly places: Map<number, readonly [column: number, span: number]>;
}

/**
 * Sets widths and horizontal positions of a grid's items, row by row in document order or by named areas; marks those
 * that start a new row.
 *
 * @returns How far columns are filled, if areas are named: such items go below what is above them in their columns.
 */
export function placeGridItems(context: ItemContext, container: number): GridFill | undefined {
  const { model, widths, geometry } = context;
  const { grids } = model.styles.table.context;
  const room = geometry.contentW[container];
  const gap = model.length(container, Field.ColumnGap, room);
  const em = model.styles.fontSize[container];
  const items: number[] = [];
  const { end } = model.page;
  for (let child = container + 1; child < end[container]; child = end[child]) {
    if (isItem(context, child)) items.push(child);
  }
  const areas = grids.areas(model.field(container, Field.GridAreas));
  const tracks = grids.tracks(model.field(container, Field.GridColumns));
  const content = items.slice(0, tracks.tracks.length).map((item) => widths.max[item]);
  let columns = trackWidths(tracks, { width: room, gap, em, rem: model.styles.rem }, content);
  const areaCount = Math.max(0, ...[...areas.values()].map((area) => area.column + area.span));
  if (columns.length < areaCount) {
    const each = Math.max(0, (room - gap * (areaCount - 1)) / areaCount);
    columns = Array(areaCount).fill(each);
  }
  const starts: number[] = [];
  let x = geometry.contentX[container];
  for (const width of columns) {
    starts.push(x);
    x += width + gap;
  }
  const fill: GridFill | undefined =
    areas.size > 0 ? { bottoms: Array(columns.length).fill(Number.NEGATIVE_INFINITY), places: new Map() } : undefined;
  let next = 0;
  for (const item of items) {
    const isText = model.page.tag[item] === TEXT;
    const area = isText ? undefined : areas.get(model.field(item, Field.GridArea));
    let column = area?.column ?? (isText ? -1 : model.field(item, Field.GridColumn) - 1);
    const span = Math.min(area?.span ?? (isText ? 1 : model.field(item, Field.GridSpan) || 1), columns.length);
    if (column < 0 || column >= columns.length) column = next + span > columns.length ? 0 : next;
    const last = Math.min(column + span, columns.length) - 1;
    if (column < next || next === 0) geometry.startsBand[item] = 1;
    next = last + 1 >= columns.length ? 0 : last + 1;
    fill?.places.set(item, [column, last - column + 1]);
    const from = starts[column];
    placeItem(context, item, from, starts[last] + columns[last] - from);
  }
  return fill;
}

function placeItem({ model, widths, geometry }: ItemContext, item: number, x: number, room: number): void {
  geometry.x[item] = x;
  geometry.w[item] = Math.max(0, room);
  if (model.page.tag[item] === TEXT) return;
  const edges = model.sideEdges(item, room);
  const left = model.length(item, Field.MarginLeft, room);
  const inside = room - left - model.length(item, Field.MarginRight, room);
  const given = model.givenWidth(item, room, edges);
  const isShrunk = model.isAuto(item, Field.MarginLeft) || model.isAuto(item, Field.MarginRight);
  const wanted = given >= 0 ? given : isShrunk ? Math.min(inside, widths.max[item]) : inside;
  const width = model.clampedWidth(item, wanted, room, edges);
  geometry.w[item] = width;
  geometry.x[item] = x + left;
  if (isShrunk && inside > width) {
    const both = model.isAuto(item, Field.MarginLeft) && model.isAuto(item, Field.MarginRight);
    if (both) geometry.x[item] = x + (inside - width) / 2;
    else if (model.isAuto(item, Field.MarginLeft)) geometry.x[item] = x + inside - width;
  }
}
