import fc from "fast-check";
import { expect, test } from "vitest";
import type { PartTree } from "../features/index.ts";
import { visualNeighbours } from "./visual-neighbours.ts";

type Box = readonly [x: number, y: number, w: number, h: number];

const size = 200;

/** Neighbours among pieces with these boxes. */
function neighboursOf(boxes: readonly Box[], extent = size): string[] {
  const side = (k: 0 | 1 | 2 | 3) => Float32Array.from(boxes, (box) => box[k]);
  const end = Int32Array.from(boxes, (_, i) => i + 1);
  const tree = { size: boxes.length, end, x: side(0), y: side(1), w: side(2), h: side(3) } as unknown as PartTree;
  const empty = new Float32Array(0);
  const page = { geometry: "estimate", width: extent, height: extent, x: empty, y: empty, w: empty, h: empty } as const;
  const { first, second } = visualNeighbours(tree, page);
  return Array.from(first, (p, k) => `${p}-${second[k]}`);
}

test("adjacent pieces are neighbours, the ones behind them are not", () => {
  // A row of three, one below the first two, and one below that.
  const boxes: Box[] = [
    [0, 0, 40, 20],
    [50, 0, 40, 20],
    [100, 0, 40, 20],
    [0, 30, 90, 20],
    [0, 60, 140, 20],
  ];
  expect(neighboursOf(boxes)).toEqual(["0-1", "0-3", "1-2", "1-3", "2-4", "3-4"]);
});

test("distant boxes are not neighbours, overlapping ones are", () => {
  const far: Box[] = [
    [0, 0, 50, 20],
    [0, 400, 50, 20],
  ];
  expect(neighboursOf(far, 1000)).toEqual([]);
  const over: Box[] = [
    [0, 0, 100, 100],
    [20, 20, 20, 20],
    [0, 110, 100, 20],
  ];
  expect(neighboursOf(over)).toEqual(["0-1", "0-2"]);
});

test("without overlaps it matches a scan along every line of pixels", () => {
  const cell = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 30 }), (cells) => {
      // At most one box in each cell of a grid, of any even size.
      const used = new Map(
        cells.map(([column, row, s]) => [`${column} ${row}`, [column * 20, row * 20, 2 * s, 20 - 2 * s] as Box]),
      );
      const boxes = [...used.values()];
      expect(neighboursOf(boxes)).toEqual(lookAlongLines(boxes));
    }),
  );
});

function lookAlongLines(boxes: readonly Box[]): string[] {
  const found = new Set<string>();
  const covers = ([x, y, w, h]: Box, px: number, py: number) => px >= x && px < x + w && py >= y && py < y + h;
  for (const turned of [false, true]) {
    for (let line = 0; line < size; line += 2) {
      let before = -1;
      for (let at = 0; at < size; at += 2) {
        const here = boxes.findIndex((box) => (turned ? covers(box, at, line) : covers(box, line, at)));
        if (here < 0 || here === before) continue;
        if (before >= 0) found.add(`${Math.min(before, here)}-${Math.max(before, here)}`);
        before = here;
      }
    }
  }
  const order = (pair: string) => pair.split("-").map(Number) as [number, number];
  return [...found].sort((a, b) => order(a)[0] - order(b)[0] || order(a)[1] - order(b)[1]);
}
