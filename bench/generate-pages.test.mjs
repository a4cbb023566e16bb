import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "parse5";
import { generatePage, generatePages, nestedDivs } from "./generate-pages.mjs";

test("the same seed gives the same page, another seed another", () => {
  assert.equal(generatePage(7, 20_000), generatePage(7, 20_000));
  assert.notEqual(generatePage(7, 20_000), generatePage(8, 20_000));
});

test("pages have about the size asked for", () => {
  const { length } = generatePage(3, 100_000);
  assert.ok(length >= 100_000 && length < 105_000, String(length));
});

test("generated pages cover small and large ones", () => {
  const sizes = generatePages().map((page) => page.html.length);
  assert.ok(Math.min(...sizes) < 10_000 && Math.max(...sizes) > 300_000);
});

test("nested divs are as deep as asked", () => {
  let node = parse(nestedDivs(500)).childNodes.at(-1).childNodes.at(-1);
  let depth = 0;
  while (node.childNodes?.[0]?.nodeName === "div") {
    node = node.childNodes[0];
    depth += 1;
  }
  assert.equal(depth, 500);
});
