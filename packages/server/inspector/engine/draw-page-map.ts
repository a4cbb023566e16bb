import type { Detection } from "dehusk/internal/detect";
import { drawMap, levelOf, type MapOutline, wordFor } from "dehusk/internal/drawing";
import type { PlainBox } from "dehusk/internal/layout";
import { isShown, isText } from "dehusk/internal/page";
import type { DrawnMap, MarkedPart } from "./messages.ts";

/** Most blocks of a map, as in a heat map file. */
const maxBlocks = 4000;
/** Most sections to label. */
const maxSections = 30;

/** The map of a page: its text blocks at their positions, coloured by templateness, with the largest sections. */
export function drawPageMap(detection: Detection, sections: readonly MarkedPart[]): DrawnMap {
  const { page, boxes, templateness, score } = detection;
  const { first, count } = page.blocks;
  const shapes = Array.from({ length: Math.min(count, maxBlocks) }, (_, block) => {
    const node = first[block];
    const raw = Number.isNaN(score[node]) ? templateness[node] : score[node];
    const classes = `b r${levelOf(raw as number)} s${levelOf(templateness[node])}`;
    const hint = `${wordFor(templateness[node])} ${templateness[node].toFixed(2)}`;
    return { box: boxOfBlock(detection, block), classes, target: `n${node}`, hint };
  });
  const { width, height } = boxes;
  const outlines = largestSections(sections);
  const svg = drawMap({ name: "Map of the page", page: { width, height }, shapes, outlines, letters: 48 });
  return { svg, blocks: shapes.length, allBlocks: count };
}

/** The sections with the most words, with their numbers on the page. */
function largestSections(sections: readonly MarkedPart[]): MapOutline[] {
  return sections
    .filter(({ words }) => words > 0)
    .map((section, i) => ({ ...section, number: i + 1 }))
    .sort((a, b) => b.words - a.words)
    .slice(0, maxSections)
    .sort((a, b) => a.number - b.number)
    .map(({ nodes, templateness, box, number }) => {
      const name = `Section ${number}, templateness ${templateness.toFixed(2)}`;
      return { box, classes: "outline", label: String(number), name, target: `n${nodes[0]}` };
    });
}

/** Bounding box of all text nodes of a block. */
function boxOfBlock({ page, boxes: { x, y, w, h } }: Detection, block: number): PlainBox {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  for (let node = page.blocks.first[block]; node <= page.blocks.last[block]; node++) {
    if (!isText(page, node) || !isShown(page, node) || w[node] === 0) continue;
    left = Math.min(left, x[node]);
    top = Math.min(top, y[node]);
    right = Math.max(right, x[node] + w[node]);
    bottom = Math.max(bottom, y[node] + h[node]);
  }
  return left === Number.POSITIVE_INFINITY ? [0, 0, 0, 0] : [left, top, right - left, bottom - top];
}
