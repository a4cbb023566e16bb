/** Values of {@link NodeStyles.display}; index 0 is for nodes without layout. */
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
 * How each node looks, one entry per node. Text nodes have their parent's styles and display "inline". Nodes without
 * layout have the styles they would inherit.
 */
export interface NodeStyles {
  /** Text colour, as 0xRRGGBBAA. */
  readonly color: Uint32Array;
  /** The node's own background, as 0xRRGGBBAA; 0 if transparent. */
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
