/**
 * State of one block formatting context: blocks and lines stacked vertically. Margins are pending until something takes
 * space, so that they can collapse.
 */
export class Flow {
  /** Position of the next content, without pending margins. */
  cursor = 0;
  /** Largest positive and negative pending margin. */
  marginOut = 0;
  marginIn = 0;
  /** Innermost open block of this flow. */
  block = 0;
  /** Base of its floats in the stacks of edges. */
  leftBase = 0;
  rightBase = 0;
  /** Lowest bottoms of its floats, and the highest position for the next one. */
  leftBottom = 0;
  rightBottom = 0;
  lastFloatTop = 0;
  /** The current line: its position, its width, where its next item goes. */
  isLineOpen = false;
  lineTop = 0;
  lineLeft = 0;
  lineRight = 0;
  lineX = 0;
  lineHeight = 0;
  /** How far floats have pushed the line's first items to the right. */
  linePush = 0;
  /** Block of the line, and where its items start in the list. */
  lineBlock = 0;
  firstPiece = 0;

  start(block: number, cursor: number, leftBase: number, rightBase: number): void {
    this.cursor = cursor;
    this.marginOut = 0;
    this.marginIn = 0;
    this.block = block;
    this.leftBase = leftBase;
    this.rightBase = rightBase;
    this.leftBottom = cursor;
    this.rightBottom = cursor;
    this.lastFloatTop = cursor;
    this.isLineOpen = false;
  }

  addMargin(margin: number): void {
    if (margin > this.marginOut) this.marginOut = margin;
    else if (margin < this.marginIn) this.marginIn = margin;
  }

  /** The pending margin, collapsed. */
  get margin(): number {
    return this.marginOut + this.marginIn;
  }

  /** Commits the pending margins. */
  takeMargin(): void {
    this.cursor += this.marginOut + this.marginIn;
    this.marginOut = 0;
    this.marginIn = 0;
  }

  get floatBottom(): number {
    return Math.max(this.leftBottom, this.rightBottom);
  }
}
