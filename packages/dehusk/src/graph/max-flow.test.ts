import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededRandom } from "../learn/index.ts";
import { MaxFlow } from "./max-flow.ts";
import { cutOf, flowGraphs, load } from "./testing/random-graph.ts";
import { shortestPathFlow } from "./testing/shortest-path-flow.ts";

describe("the flow equals its cut, and no cut is smaller", () => {
  const flow = new MaxFlow();

  test("on small graphs, it is the minimum cut with the fewest nodes at the sink", () => {
    fc.assert(
      fc.property(flowGraphs(1, 9), (graph) => {
        const size = graph.terminal.length;
        let least = Number.POSITIVE_INFINITY;
        let common = 0;
        for (let set = 0; set < 1 << size; set++) {
          const cut = cutOf(graph, (node) => ((set >> node) & 1) === 1);
          if (cut < least) common = set;
          else if (cut === least) common &= set;
          least = Math.min(least, cut);
        }
        expect(load(flow, graph).solve()).toBe(least);
        for (let node = 0; node < size; node++) expect(flow.atSink(node)).toBe(((common >> node) & 1) === 1);
      }),
      { numRuns: 3000 },
    );
  });

  test("on larger graphs, it equals Edmonds-Karp", () => {
    fc.assert(
      fc.property(flowGraphs(10, 120), (graph) => {
        const value = load(flow, graph).solve();
        expect(value).toBe(shortestPathFlow(graph));
        expect(cutOf(graph, (node) => flow.atSink(node))).toBe(value);
      }),
      { numRuns: 800 },
    );
  });
});

test("a reused solver gives the same result as a new one", () => {
  const used = new MaxFlow();
  fc.assert(
    fc.property(flowGraphs(1, 300), (graph) => {
      const fresh = load(new MaxFlow(), graph);
      expect(load(used, graph).solve()).toBe(fresh.solve());
      for (let node = 0; node < graph.terminal.length; node++) expect(used.atSink(node)).toBe(fresh.atSink(node));
    }),
    { numRuns: 300 },
  );
});

test("an empty graph carries nothing", () => {
  expect(new MaxFlow().solve()).toBe(0);
});

test("a chain and a grid of 300,000 nodes, and a star of 10,000, do not overflow the stack", () => {
  const random = seededRandom(5);
  const back = (by: number) => (i: number) => i - by;
  for (const [size, others] of [
    [300_000, [back(1)]],
    [300_000, [back(1), back(550)]],
    [10_000, [() => 0]],
  ] as const) {
    const graph = {
      terminal: Array.from({ length: size }, () => Math.floor(random() * 21) - 10),
      edges: Array.from({ length: size * others.length }, (_, k) => {
        const i = k % size;
        const j = Math.max(0, others[Math.floor(k / size)]?.(i) ?? 0);
        return [i, j, Math.floor(random() * 8), Math.floor(random() * 8)] as const;
      }),
    };
    const flow = load(new MaxFlow(), graph);
    const value = flow.solve();
    expect(value).toBeGreaterThan(0);
    expect(cutOf(graph, (node) => flow.atSink(node))).toBe(value);
  }
});

test("one path through 300,000 nodes is found", () => {
  const size = 300_000;
  const flow = new MaxFlow();
  for (let i = 0; i < size; i++) flow.addNode(i === 0 ? 9 : i === size - 1 ? -9 : 0);
  for (let i = 1; i < size; i++) flow.addEdge(i - 1, i, i === 200_000 ? 4 : 7, 0);
  expect(flow.solve()).toBe(4);
  expect([flow.atSink(199_999), flow.atSink(200_000)]).toEqual([false, true]);
});
