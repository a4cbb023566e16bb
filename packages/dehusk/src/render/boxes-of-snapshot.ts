import type { Boxes } from "../layout/index.ts";
import { emptyBoxes, enclose, finishMeasured } from "../layout/index.ts";
import type { Page } from "../page/index.ts";
import type { SnapshotDocument } from "./snapshot.ts";

/**
 * The boxes of a snapshot's nodes. A node without a box but with visible content (`display: contents`, slots) gets the
 * box around it; a node that shows nothing gets an empty box at the current flow position.
 *
 * @param nodeOf Page node of each snapshot node; -1 for none.
 */
export function boxesOfSnapshot(page: Page, document: SnapshotDocument, nodeOf: Int32Array): Boxes {
  const boxes = emptyBoxes(page.size);
  const isLaidOut = new Uint8Array(page.size);
  const { nodeIndex, bounds } = document.layout;
  const { scrollOffsetX = 0, scrollOffsetY = 0 } = document;
  for (let i = 0; i < nodeIndex.length; i++) {
    const node = nodeOf[nodeIndex[i]];
    if (node < 0) continue;
    const [x = 0, y = 0, w = 0, h = 0] = bounds[i];
    enclose(boxes, isLaidOut, node, [x + scrollOffsetX, y + scrollOffsetY, w, h]);
  }
  const { contentWidth: width = 0, contentHeight: height = 0 } = document;
  return finishMeasured(page, boxes, isLaidOut, { width, height });
}
