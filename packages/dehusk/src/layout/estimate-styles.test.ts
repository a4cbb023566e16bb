import { expect, test } from "vitest";
import { findTag, parse, tagNumber } from "../page/index.ts";
import { estimateStyles } from "./estimate-styles.ts";
import { displayKinds } from "./node-styles.ts";

test("fonts follow tags and the page's styles, texts their parents", () => {
  const page = parse(
    "<style>.small{font-size:10px;font-weight:normal}li{display:none}</style><h1>Large <i class=small>small</i></h1><p>plain<table><tr><td>cell</table><ul><li>gone",
  );
  const { fontSize, fontWeight, display, color, background } = estimateStyles(page);
  const at = (tag: string) => findTag(page, tagNumber(tag));
  const [h1, i, p, td, li] = ["h1", "i", "p", "td", "li"].map(at) as [number, number, number, number, number];
  expect([h1, h1 + 1, i, i + 1, p].map((node) => fontSize[node])).toEqual([32, 32, 10, 10, 16]);
  expect([h1, h1 + 1, i, i + 1, p].map((node) => fontWeight[node])).toEqual([700, 700, 400, 400, 400]);
  expect([h1, i, i + 1, td, li].map((node) => displayKinds[display[node]])).toEqual([
    "block",
    "inline",
    "inline",
    "table-cell",
    "none",
  ]);
  expect(new Set(color)).toEqual(new Set([0x000000ff]));
  expect(new Set(background)).toEqual(new Set([0]));
});
