import fc from "fast-check";
import { expect, test } from "vitest";
import { freeLabel, type MapPlace, placeOf, sizeOfMap } from "./map-places.ts";

const size = { width: 100, height: 40 };
const box = (x: number, y: number, width: number, height: number): MapPlace => ({ x, y, width, height });
const label = (taken: readonly MapPlace[], named: MapPlace) => freeLabel(taken, named, size, 1000);

test("a label is at the corner of its area, within the map", () => {
  expect(label([], box(20, 30, 300, 200))).toEqual(box(20, 30, 100, 40));
  expect(label([], box(980, -5, 20, 20))).toEqual(box(900, 0, 100, 40));
});

test("a label goes below another one if what it names is high enough, else to its right", () => {
  const first = box(20, 30, 100, 40);
  expect(label([first], box(20, 30, 300, 200))).toEqual(box(20, 74, 100, 40));
  expect(label([first], box(20, 30, 300, 60))).toEqual(box(124, 30, 100, 40));
});

test("labels overlap only where there is no room", () => {
  const corner = fc.record({ x: fc.integer({ min: 0, max: 3000 }), y: fc.integer({ min: 0, max: 3000 }) });
  fc.assert(
    fc.property(fc.array(corner, { maxLength: 6 }), (corners) => {
      const taken: MapPlace[] = [];
      for (const { x, y } of corners) taken.push(freeLabel(taken, box(x, y, 500, 500), size, 4000));
      for (const [i, one] of taken.entries()) {
        for (const other of taken.slice(i + 1)) {
          const apart = Math.max(Math.abs(one.x - other.x) / size.width, Math.abs(one.y - other.y) / size.height);
          expect(apart).toBeGreaterThanOrEqual(1);
        }
      }
    }),
  );
});

test("a page that is higher than four times its width is pressed together", () => {
  const { width, height, press } = sizeOfMap({ width: 1000, height: 16_000 });
  expect({ width, height, press }).toEqual({ width: 1000, height: 4000, press: 0.25 });
  expect(placeOf([10, 400, 0.2, 1], press)).toEqual(box(10, 100, 1, 1));
  expect(sizeOfMap({ width: 0, height: 0 })).toEqual({ width: 1, height: 1, press: 1 });
});
