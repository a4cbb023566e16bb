import { Outer } from "./box-kinds.ts";
import type { BoxModel } from "./box-model.ts";
import { FloatEdges } from "./float-edges.ts";
import type { Flow } from "./flow.ts";
import type { Geometry } from "./geometry.ts";
import { type IntrinsicWidths, TextFlag } from "./intrinsic-widths.ts";
import { Align, Field, WhiteSpace } from "./style-fields.ts";
import { spaceWidth } from "./text-metrics.ts";

/** Height of the glyph box in ems: what browsers report as the height of text. */
const glyphHeight = 1.15;
/** Space lost at the end of a line, as a fraction of the text's widest word. */
const lostAtEnd = 0.3;
const lostOfWidest = 1;

/** Fills lines with text and atoms, beside floats if there are any. */
export class LineLayout {
  readonly left = new FloatEdges(1);
  readonly right = new FloatEdges(-1);
  readonly #model: BoxModel;
  readonly #widths: IntrinsicWidths;
  readonly #geometry: Geometry;
  /** 1 for nodes whose vertical position is known. */
  readonly #isPlaced: Uint8Array;
  readonly #block: Int32Array;
  /** Items of the open lines. */
  readonly #pieces: number[] = [];
  #pieceCount = 0;

  constructor(model: BoxModel, widths: IntrinsicWidths, geometry: Geometry, isPlaced: Uint8Array, block: Int32Array) {
    this.#model = model;
    this.#widths = widths;
    this.#geometry = geometry;
    this.#isPlaced = isPlaced;
    this.#block = block;
  }

  /** Commits margins, and positions the open blocks that waited for them. */
  settle(flow: Flow): void {
    flow.takeMargin();
    for (let block = flow.block; this.#isPlaced[block] === 0; block = this.#block[block]) {
      this.#isPlaced[block] = 1;
      this.#geometry.y[block] = flow.cursor;
    }
  }

  start(flow: Flow, block: number): void {
    this.settle(flow);
    this.#openLine(flow, block);
  }

  #openLine(flow: Flow, block: number): void {
    const from = this.#geometry.contentX[block];
    const to = from + this.#geometry.contentW[block];
    flow.isLineOpen = true;
    flow.lineBlock = block;
    flow.lineTop = flow.cursor;
    flow.lineLeft = from;
    flow.lineRight = to;
    if (this.left.size > flow.leftBase) {
      const index = this.left.at(flow.leftBase, flow.cursor);
      if (index >= 0) flow.lineLeft = Math.max(from, this.left.edge(index));
    }
    if (this.right.size > flow.rightBase) {
      const index = this.right.at(flow.rightBase, flow.cursor);
      if (index >= 0) flow.lineRight = Math.min(to, this.right.edge(index));
    }
    flow.lineX = flow.lineLeft;
    flow.lineHeight = 0;
    flow.linePush = 0;
    flow.firstPiece = this.#pieceCount;
  }

  /** Ends the line: aligns its items; the flow continues below. */
  close(flow: Flow): void {
    if (!flow.isLineOpen) return;
    flow.isLineOpen = false;
    flow.cursor = flow.lineTop + flow.lineHeight;
    if (this.#pieceCount > flow.firstPiece) this.#align(flow);
  }

  #align(flow: Flow): void {
    const { h, shiftX, shiftY } = this.#geometry;
    const { textAlign, outer } = this.#model.styles;
    const align = textAlign[flow.lineBlock];
    const room = Math.max(0, flow.lineRight - flow.lineX);
    const across =
      align === Align.Center || align === Align.CenterBlocks
        ? room / 2
        : align === Align.End || align === Align.EndBlocks
          ? room
          : 0;
    for (let i = flow.firstPiece; i < this.#pieceCount; i++) {
      const piece = this.#pieces[i];
      shiftX[piece] = shiftX[piece] + across + flow.linePush;
      const isAtom = outer[piece] === Outer.Atom;
      const height = isAtom ? this.#atomHeight(piece) : this.#model.styles.lineHeight[piece];
      const spare = flow.lineHeight - height;
      if (spare <= 1 || h[piece] === 0) continue;
      const vertical = isAtom ? this.#model.field(piece, Field.VerticalAlign) : Align.Baseline;
      if (vertical === Align.Start) continue;
      shiftY[piece] = shiftY[piece] + (vertical === Align.Center ? spare / 2 : spare);
    }
    this.#pieceCount = flow.firstPiece;
  }

  #atomHeight(atom: number): number {
    const margins = this.#model.length(atom, Field.MarginTop, 0) + this.#model.length(atom, Field.MarginBottom, 0);
    return this.#geometry.h[atom] + margins;
  }

  /** Adds an inline element's margin, border and padding to the line. */
  advance(flow: Flow, block: number, room: number): void {
    if (room === 0) return;
    if (!flow.isLineOpen) this.start(flow, block);
    flow.lineX += room;
  }

  breakLine(flow: Flow, block: number, lineHeight: number): void {
    if (!flow.isLineOpen) this.start(flow, block);
    flow.lineHeight = Math.max(flow.lineHeight, lineHeight);
    this.close(flow);
  }

  /** Positions an item on this line, or on the next with enough space. */
  addAtom(flow: Flow, block: number, node: number, width: number): void {
    if (!flow.isLineOpen) this.start(flow, block);
    const wraps = this.#model.styles.whiteSpace[block] !== WhiteSpace.NoWrap;
    if (flow.lineX + width > flow.lineRight + 0.5 && wraps) {
      if (flow.lineX > flow.lineLeft + 0.5) {
        this.close(flow);
        this.start(flow, block);
      }
      this.#dropBelowFloats(flow, block, width);
    }
    this.#geometry.x[node] = flow.lineX;
    this.#geometry.y[node] = flow.lineTop;
    flow.lineX += width;
    this.#addPiece(flow, node);
  }

  /** Moves an empty line down until an item fits. */
  #dropBelowFloats(flow: Flow, block: number, width: number): void {
    while (flow.lineX + width > flow.lineRight + 0.5) {
      const bottom = this.nextFloatEnd(flow, flow.cursor);
      if (bottom === Number.POSITIVE_INFINITY) return;
      flow.cursor = bottom;
      this.prune(flow);
      this.#openLine(flow, block);
    }
  }

  /** Where the first of the floats beside `y` ends, Infinity if there are none. */
  nextFloatEnd(flow: Flow, y: number): number {
    const left = this.left.at(flow.leftBase, y);
    const right = this.right.at(flow.rightBase, y);
    return Math.min(
      left < 0 ? Number.POSITIVE_INFINITY : this.left.bottom(left),
      right < 0 ? Number.POSITIVE_INFINITY : this.right.bottom(right),
    );
  }

  prune(flow: Flow): void {
    this.left.prune(flow.leftBase, flow.cursor);
    this.right.prune(flow.rightBase, flow.cursor);
  }

  /** Adds a text node to the line and to as many more as it needs. */
  addText(flow: Flow, block: number, node: number): void {
    const { styles } = this.#model;
    const { x, y, w, h } = this.#geometry;
    const flags = this.#widths.textFlags[node];
    const em = styles.fontSize[node];
    const space = (spaceWidth * styles.advance[node]) / 1000;
    if ((flags & TextFlag.Blank) !== 0) {
      x[node] = flow.isLineOpen ? flow.lineX : this.#geometry.contentX[block];
      y[node] = flow.isLineOpen ? flow.lineTop : flow.cursor + flow.margin;
      if (flow.isLineOpen && flow.lineX > flow.lineLeft) flow.lineX += space;
      return;
    }
    if (!flow.isLineOpen) this.start(flow, block);
    if ((flags & TextFlag.OpensBlank) !== 0 && flow.lineX > flow.lineLeft) flow.lineX += space;
    const lineHeight = styles.lineHeight[node];
    const width = this.#widths.max[node];
    const glyphs = em * glyphHeight;
    const rise = (lineHeight - glyphs) / 2;
    flow.lineHeight = Math.max(flow.lineHeight, lineHeight);
    const white = styles.whiteSpace[node];
    if (this.#widths.breaks[node] > 0) {
      this.#addKeptLines(flow, block, node, width, lineHeight, glyphs);
    } else if (
      flow.lineX + width <= flow.lineRight + 1 ||
      white === WhiteSpace.NoWrap ||
      white === WhiteSpace.Pre ||
      width === 0
    ) {
      x[node] = flow.lineX;
      y[node] = flow.lineTop + rise;
      w[node] = width;
      h[node] = glyphs;
      flow.lineX += width;
      this.#addPiece(flow, node);
    } else this.#wrapText(flow, block, node, width, lineHeight, glyphs);
    if ((flags & TextFlag.ClosesBlank) !== 0) flow.lineX += space;
  }

  #wrapText(flow: Flow, block: number, node: number, width: number, lineHeight: number, glyphs: number): void {
    const { x, y, w, h } = this.#geometry;
    const word = this.#widths.min[node];
    const rise = (lineHeight - glyphs) / 2;
    let rest = width;
    let top = -1;
    let from = flow.lineLeft;
    let to = flow.lineRight;
    const room = flow.lineRight - flow.lineX;
    const isFresh = flow.lineX <= flow.lineLeft + 0.5;
    let isJoined = false;
    if (!isFresh) {
      if (room > word / 2) {
        top = flow.lineTop;
        isJoined = true;
        rest -= room - Math.min(room, word * lostAtEnd);
        flow.lineX = flow.lineRight;
      }
      this.close(flow);
      this.#openLine(flow, block);
    } else this.#dropBelowFloats(flow, block, Math.min(word, flow.lineRight - flow.lineLeft));
    if (top < 0) {
      top = flow.cursor;
      from = flow.lineLeft;
      to = flow.lineRight;
    }
    for (;;) {
      flow.lineHeight = Math.max(flow.lineHeight, lineHeight);
      from = Math.min(from, flow.lineLeft);
      to = Math.max(to, flow.lineRight);
      const available = flow.lineRight - flow.lineLeft;
      const perLine = Math.max(1, available - Math.min(word * lostAtEnd, available / 4), Math.min(word, rest));
      const lines = Math.max(1, Math.ceil(rest / perLine - 0.001));
      const floatEnd = this.nextFloatEnd(flow, flow.cursor);
      const beside =
        floatEnd === Number.POSITIVE_INFINITY ? lines : Math.max(1, Math.ceil((floatEnd - flow.cursor) / lineHeight));
      if (lines <= beside) {
        flow.cursor += (lines - 1) * lineHeight;
        this.#openLine(flow, block);
        flow.lineHeight = lineHeight;
        flow.lineX = flow.lineLeft + Math.min(available, rest - (lines - 1) * perLine);
        break;
      }
      rest -= beside * perLine;
      flow.cursor += beside * lineHeight;
      this.prune(flow);
      this.#openLine(flow, block);
    }
    x[node] = from;
    h[node] = Math.max(glyphs, flow.lineTop - top + glyphs);
    // Of many lines, the widest comes closer to the full width than of two.
    const lines = Math.max(2, h[node] / lineHeight);
    const lost = Math.min((word * lostOfWidest) / lines, (to - from) / 4);
    w[node] = Math.max(0, isJoined ? to - from : Math.min(to - from - lost, Math.max(width, word)));
    y[node] = top + rise;
  }

  /** Text with preserved line breaks. */
  #addKeptLines(flow: Flow, block: number, node: number, width: number, lineHeight: number, glyphs: number): void {
    const { x, y, w, h } = this.#geometry;
    const breaks = this.#widths.breaks[node];
    const top = flow.lineTop;
    x[node] = flow.lineLeft;
    w[node] = width;
    y[node] = top + (lineHeight - glyphs) / 2;
    this.close(flow);
    flow.cursor += (breaks - 1) * lineHeight;
    this.#openLine(flow, block);
    const last = this.#widths.lastLine[node];
    if (last > 0) {
      flow.lineHeight = lineHeight;
      flow.lineX = flow.lineLeft + last;
    }
    h[node] = Math.max(glyphs, flow.lineTop - top - lineHeight + glyphs + (last > 0 ? lineHeight : 0));
  }

  /** Moves the open line aside for a float that starts beside it. */
  makeWay(flow: Flow, isLeft: boolean, edge: number): void {
    if (!isLeft) {
      flow.lineRight = Math.min(flow.lineRight, edge);
      return;
    }
    const move = edge - flow.lineLeft;
    if (move <= 0) return;
    flow.lineLeft = edge;
    flow.lineX += move;
    flow.linePush += move;
  }

  /** Adds an item to the open line; from now on it moves with the line. */
  #addPiece(flow: Flow, node: number): void {
    if (flow.linePush !== 0) this.#geometry.shiftX[node] = -flow.linePush;
    this.#pieces[this.#pieceCount++] = node;
  }
}
