import type { SegmentView } from "../../segment/index.ts";

/** A page that was looked at, with what people say. */
export interface LabelledView {
  readonly view: SegmentView;
  /** The true segment of each leaf, any numbers from 0 on; below 0 where it is not known. */
  readonly truth: ArrayLike<number>;
}

/** Nothing in the part has a known segment. */
export const unknown = -1;
/** The part holds several segments: in the true segmentation it is invisible. */
export const mixed = -2;

/**
 * The true segment of each part: that of all known leaves in it, else {@link unknown} or {@link mixed} (GraphSeg, section
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
