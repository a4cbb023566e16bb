/**
 * What Chromium's `DOMSnapshot.captureSnapshot` answers, as far as it is used here. Strings are numbers into one shared
 * table, -1 for none. The tree is the one that is laid out: what lies in a shadow root is below its host, what is slotted
 * is below its slot; the content of `<template>` is not in it.
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
    /** Names and values by turns. */
    readonly attributes?: readonly (readonly number[])[];
    /** Which nodes are generated, such as `::before`. */
    readonly pseudoType?: { readonly index: readonly number[] };
  };
  /** What is laid out: nodes, each with its box and the {@link styleNames} in order. */
  readonly layout: {
    readonly nodeIndex: readonly number[];
    readonly bounds: readonly (readonly number[])[];
    readonly styles: readonly (readonly number[])[];
  };
}

/** The computed styles that a snapshot is asked for. */
export const styleNames = ["display", "color", "background-color", "font-size", "font-weight", "font-family"] as const;
