import type { Arena } from "./arena.ts";
import { finishInner, openContent } from "./box-content.ts";
import { Inner, Outer } from "./box-kinds.ts";
import type { BoxModel } from "./box-model.ts";
import type { Geometry } from "./geometry.ts";
import { type IntrinsicWidths, TextFlag } from "./intrinsic-widths.ts";
import { LayoutState } from "./layout-state.ts";
import { enterBlock, leaveBlock } from "./place-block.ts";
import { enterFloat, leaveFloat } from "./place-float.ts";
import { placeHidden } from "./place-hidden.ts";
import { enterAtom, enterBreak, enterInline, leaveAtom, leaveInline } from "./place-inline.ts";
import { enterItem, leaveItem, placeTextItem } from "./place-item.ts";
import { enterPositioned, placeFromBottom } from "./place-positioned.ts";
import { Field, Position } from "./style-fields.ts";

/**
 * Lays out a page in one walk in document order: a node's width and position are known on entry, its height on exit.
 * What is known only later (alignment in lines, rows and cells) is stored as a shift. Ancestors are found by parent
 * links, so depth costs nothing; time is linear in nodes.
 */
export function placeBoxes(model: BoxModel, widths: IntrinsicWidths, viewport: number, arena: Arena): Geometry {
  const state = new LayoutState(model, widths, viewport, arena);
  const { geometry, outer, lines } = state;
  const { size, parent, end } = model.page;
  let open = 0;
  for (let node = 1; node < size; ) {
    while (end[open] <= node) {
      leave(state, open);
      open = parent[open];
    }
    const above = parent[node];
    const block = outer[above] === Outer.Inline ? state.block[above] : above;
    state.block[node] = block;
    const part = outer[node];
    if (part === Outer.Hidden) {
      placeHidden(state, node, block);
      node = end[node];
    } else if (part === Outer.Text) {
      placeText(state, node, block);
      node++;
    } else {
      enter(state, node, above, block, part);
      open = node;
      node++;
    }
  }
  for (; open > 0; open = parent[open]) leave(state, open);
  lines.close(state.flow);
  geometry.h[0] = Math.max(state.flow.cursor + state.flow.margin, state.flow.floatBottom);
  return geometry;
}

function placeText(state: LayoutState, node: number, block: number): void {
  const layout = state.inner[block];
  if (layout === Inner.Flow && state.outer[block] !== Outer.Row && state.outer[block] !== Outer.RowGroup) {
    state.lines.addText(state.flow, block, node);
  } else if (layout === Inner.Flow || layout === Inner.Table || isBlank(state, node)) placeHidden(state, node, block);
  else placeTextItem(state, node, block, layout);
}

function isBlank(state: LayoutState, node: number): boolean {
  return (state.widths.textFlags[node] & TextFlag.Blank) !== 0;
}

function enter(state: LayoutState, node: number, above: number, block: number, part: number): void {
  state.positioned[node] =
    above > 0 && state.model.field(above, Field.Position) !== Position.Static ? above : state.positioned[above];
  switch (part) {
    case Outer.Break:
      enterBreak(state, node, block);
      break;
    case Outer.Inline:
      enterInline(state, node, block);
      break;
    case Outer.Atom:
      enterAtom(state, node, block);
      break;
    case Outer.Float:
      enterFloat(state, node, block);
      break;
    case Outer.Out:
      enterPositioned(state, node, block);
      break;
    case Outer.Item:
      enterItem(state, node, block);
      break;
    case Outer.Cell:
      state.rows.enterCell(node, block);
      openContent(state, node, true);
      break;
    case Outer.Row:
    case Outer.RowGroup:
      state.rows.enterRow(node, state.flow);
      break;
    default:
      enterBlock(state, node, block);
      break;
  }
}

function leave(state: LayoutState, node: number): void {
  switch (state.outer[node]) {
    case Outer.Break:
      return;
    case Outer.Inline:
      leaveInline(state, node);
      break;
    case Outer.Row:
      state.rows.leaveRow(node, state.flow);
      break;
    case Outer.RowGroup:
      state.rows.leaveGroup(node, state.flow);
      break;
    case Outer.Block:
      leaveBlock(state, node);
      break;
    default:
      leaveApart(state, node);
      break;
  }
}

/** Closes an atom, float, cell, item or positioned box: all have their own flow. */
function leaveApart(state: LayoutState, node: number): void {
  const model = state.model;
  const { y, h } = state.geometry;
  const part = state.outer[node];
  const basis = part === Outer.Cell ? 0 : state.geometry.contentW[state.block[node]];
  const layout = state.inner[node];
  const above = model.edge(node, 0, basis);
  const bottom = finishInner(state, node, layout, state.popFlow());
  if (layout !== Inner.Replaced) {
    const edges = above + model.edge(node, 2, basis);
    h[node] = model.usedHeight(node, bottom - y[node] - above, edges);
  }
  switch (part) {
    case Outer.Atom:
      leaveAtom(state, node, layout);
      break;
    case Outer.Float:
      leaveFloat(state, node);
      break;
    case Outer.Cell:
      state.rows.leaveCell(node, state.block[node]);
      break;
    case Outer.Item:
      leaveItem(state, node);
      break;
    default:
      placeFromBottom(state, node);
      break;
  }
}
