import { expect, test } from "vitest";
import { holdOutPages } from "./hold-out-pages.ts";

const pages = Array.from({ length: 11 }, (_, i) => `page ${i}`);

test("each page is held out once, and nothing learns from a page that it is tried on", () => {
  const parts = holdOutPages(pages, 4, 1);
  expect(parts.map(({ heldOut }) => heldOut.length)).toEqual([3, 3, 3, 2]);
  expect(parts.flatMap(({ heldOut }) => heldOut).sort()).toEqual([...pages].sort());
  for (const { heldOut, others } of parts) expect([...heldOut, ...others].sort()).toEqual([...pages].sort());
});

test("the seed says which pages are together", () => {
  expect(holdOutPages(pages, 4, 1)).toEqual(holdOutPages(pages, 4, 1));
  expect(holdOutPages(pages, 4, 2)).not.toEqual(holdOutPages(pages, 4, 1));
});
