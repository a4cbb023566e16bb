import assert from "node:assert/strict";
import { test } from "node:test";
import { renderPeers } from "./render.mjs";

const peer = (f1) => ({
  f1,
  f1ByGroup: { "a set": f1 },
  structure: { broken: 1 },
  memory: 1e6,
  errors: 0,
  version: "1",
});
const results = (peers) => ({
  date: "",
  node: "",
  pages: 9,
  limit: 9,
  pagesByGroup: { "a set": 9 },
  peers,
  archives: {},
});

test("a run that has only Dehusk so far is a page too", () => {
  assert.match(renderPeers(results({ dehusk: peer(0.9) })), /## Structure and cost/);
});

test("a set on which a peer is ahead is named, with the best peer", () => {
  const page = renderPeers(results({ dehusk: peer(0.8), b: peer(0.85), c: peer(0.9), d: peer(0.7) }));
  assert.match(page, /\| a set \| 9 \| 0\.800 \| 0\.900 \(c\) \|/);
});
