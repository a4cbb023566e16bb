import { describe, expect, test } from "vitest";
import { SizeHistory } from "./size-history.ts";

function historyOf(pages: number): SizeHistory {
  const history = new SizeHistory();
  for (let page = 1; page <= pages; page++) history.add(page, 10 * page, 200 * page);
  return history;
}

describe("size history", () => {
  test("has every page as long as they are few", () => {
    expect(historyOf(0).points).toEqual([]);
    const { points, stride } = historyOf(255);
    expect(stride).toBe(1);
    expect(points.map(({ page }) => page)).toEqual(Array.from({ length: 255 }, (_, i) => i + 1));
    expect(points[6]).toEqual({ page: 7, segments: 70, bytes: 1400 });
  });

  test.each([256, 257, 511, 512, 513, 1000, 65_536, 100_003])(
    "after %d pages: evenly spaced, and at most 255",
    (pages) => {
      const { points, stride } = historyOf(pages);
      expect(Number.isInteger(Math.log2(stride))).toBe(true);
      const all = Array.from({ length: Math.floor(pages / stride) }, (_, i) => (i + 1) * stride);
      expect(points).toEqual(all.map((page) => ({ page, segments: 10 * page, bytes: 200 * page })));
      expect(points.length).toBeGreaterThanOrEqual(127);
      expect(points.length).toBeLessThan(256);
    },
  );
});
