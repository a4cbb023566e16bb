/** What {@link NodeStyles.display} counts: index 0 is what is not laid out at all. */
export const displayKinds = [
  "none",
  "inline",
  "block",
  "inline-block",
  "list-item",
  "flow-root",
  "table",
  "inline-table",
  "table-row-group",
  "table-row",
  "table-cell",
  "table-caption",
  "flex",
  "inline-flex",
  "grid",
  "inline-grid",
  "contents",
  "other",
] as const;

export type DisplayKind = (typeof displayKinds)[number];

/**
 * How each node of a page looks, one entry per node. Text nodes have the styles of the element that they are in,
 * and "inline" as their display. What is not laid out has those that it would inherit.
 */
export interface NodeStyles {
  /** Colour of text, as 0xRRGGBBAA. */
  readonly color: Uint32Array;
  /** Colour of the node's own background, as 0xRRGGBBAA: 0 where what lies behind shows through. */
  readonly background: Uint32Array;
  /** In CSS pixels. */
  readonly fontSize: Float32Array;
  /** From 1 to 1000; 400 is normal, 700 bold. */
  readonly fontWeight: Uint16Array;
  /** A hash of the list of font families. */
  readonly fontFamily: Uint32Array;
  /** Index into {@link displayKinds}. */
  readonly display: Uint8Array;
}
