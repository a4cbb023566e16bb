/**
 * Blocks and lines one below the other: the state of one block formatting context. Margins between blocks are held
 * back until something that takes room comes, so that they can collapse.
 */
export class Flow {
  /** Where the next thing goes, margins held back not counted. */
  cursor = 0;
  /** Largest positive and negative margin held back. */
  marginOut = 0;
  marginIn = 0;
  /** Innermost block that is open in this flow. */
  block = 0;
  /** Where its floats begin in the stacks of edges. */
  leftBase = 0;
  rightBase = 0;
  /** Lowest ends of its floats, and the highest place where the next one may start. */
  leftBottom = 0;
  rightBottom = 0;
  lastFloatTop = 0;
  /** The line that is being filled: its place, the room it has, where its next piece goes. */
  isLineOpen = false;
  lineTop = 0;
  lineLeft = 0;
  lineRight = 0;
  lineX = 0;
  lineHeight = 0;
  /** How far floats have pushed the line's first pieces to the right. */
  linePush = 0;
  /** Block that the line belongs to, and where its pieces begin in the list of pieces. */
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

  /** The margin held back. */
  get margin(): number {
    return this.marginOut + this.marginIn;
  }

  /** Lets the margins held back take their room. */
  takeMargin(): void {
    this.cursor += this.marginOut + this.marginIn;
    this.marginOut = 0;
    this.marginIn = 0;
  }

  get floatBottom(): number {
    return Math.max(this.leftBottom, this.rightBottom);
  }
}
