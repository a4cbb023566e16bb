import type { SegmentView } from "../../segment/index.ts";

/** A prepared page with its true segments. */
export interface LabelledView {
  readonly view: SegmentView;
  /** The true segment of each leaf, any numbers from 0; negative if unknown. */
  readonly truth: ArrayLike<number>;
}

/** No leaf of the part has a known segment. */
export const unknown = -1;
/** The part contains several segments: in the true segmentation it is invisible. */
export const mixed = -2;

/**
 * The true segment of each part: that of all its known leaves, else {@link unknown} or {@link mixed} (GraphSeg, section
 * 4.3: "each DOM node is assigned a segment ID"). Linear.
 */
export function segmentsOfParts({ view, truth }: LabelledView): Int32Array {
  const { parts, part } = view;
  const own = new Int32Array(parts.size).fill(unknown);
  const add = (at: number, segment: number) => {
    if (segment === unknown) return;
    if (own[at] === unknown) own[at] = segment;
    else if (own[at] !== segment) own[at] = mixed;
  };
  for (let k = 0; k < part.length; k++) add(part[k], Math.max(unknown, truth[k]));
  for (let at = parts.size - 1; at > 0; at--) add(parts.parent[at], own[at]);
  return own;
}
