/**
 * The part of Chromium's `DOMSnapshot.captureSnapshot` result that is used here. Strings are indexes into one table, -1
 * for none. The tree is the flat tree: shadow roots below their host, slotted nodes below their slot, no `<template>`
 * content.
 */
export interface Snapshot {
  /** The page's document first, then those of its frames. */
  readonly documents: readonly SnapshotDocument[];
  readonly strings: readonly string[];
}

export interface SnapshotDocument {
  readonly publicId: number;
  readonly systemId: number;
  readonly contentWidth?: number;
  readonly contentHeight?: number;
  readonly scrollOffsetX?: number;
  readonly scrollOffsetY?: number;
  /** In document order. */
  readonly nodes: {
    readonly parentIndex?: readonly number[];
    readonly nodeType?: readonly number[];
    readonly nodeName?: readonly number[];
    readonly nodeValue?: readonly number[];
    /** Alternating names and values. */
    readonly attributes?: readonly (readonly number[])[];
    /** Generated nodes, such as `::before`. */
    readonly pseudoType?: { readonly index: readonly number[] };
  };
  /** Nodes with a box: bounds, and computed values in the order of {@link styleNames}. */
  readonly layout: {
    readonly nodeIndex: readonly number[];
    readonly bounds: readonly (readonly number[])[];
    readonly styles: readonly (readonly number[])[];
  };
}

/** Computed styles to capture. */
export const styleNames = ["display", "color", "background-color", "font-size", "font-weight", "font-family"] as const;
