import fc from "fast-check";
import { seededRandom } from "../../learn/index.ts";
import type { MaxFlow } from "../max-flow.ts";

/** A graph with terminals, for `MaxFlow`. */
export interface FlowGraph {
  /** From the source if positive, to the sink if negative. */
  readonly terminal: readonly number[];
  readonly edges: readonly (readonly [from: number, to: number, capacity: number, back: number])[];
}

/** Graphs of several shapes, with zero and infinite capacities, parallel edges and disconnected parts. */
export function flowGraphs(least: number, most: number): fc.Arbitrary<FlowGraph> {
  return fc
    .record({
      size: fc.integer({ min: least, max: most }),
      shape: fc.constantFrom("any", "chain", "star", "grid", "parts", "dense"),
      capacities: fc.constantFrom("small", "large", "zero often", "infinite at times", "one"),
      terminals: fc.constantFrom("many", "few", "ends"),
      seed: fc.integer(),
    })
    .map(({ size, shape, capacities, terminals, seed }) => {
      const random = seededRandom(seed);
      const below = (n: number) => Math.floor(random() * n);
      const capacity = {
        small: () => below(6),
        large: () => below(2 ** 30),
        "zero often": () => (random() < 0.6 ? 0 : below(9)),
        "infinite at times": () => (random() < 0.3 ? Number.POSITIVE_INFINITY : below(9)),
        one: () => 1,
      }[capacities];
      const other = {
        any: () => below(size),
        dense: () => below(size),
        chain: (i: number) => i - 1,
        star: () => 0,
        grid: (i: number) => i - (random() < 0.5 ? 1 : Math.ceil(Math.sqrt(size))),
        parts: (i: number) => (i % 4 === 0 ? i : i - 1),
      }[shape];
      const rounds = shape === "dense" ? size : 2;
      const edges: [number, number, number, number][] = [];
      for (let i = 1; i < size; i++) {
        for (let round = 0; round < rounds; round++) {
          const j = Math.max(0, other(i));
          if (j !== i) edges.push(random() < 0.5 ? [i, j, capacity(), capacity()] : [j, i, capacity(), capacity()]);
        }
      }
      const amount = capacities === "large" ? 2 ** 31 : 12;
      const terminal = {
        many: () => below(amount) - amount / 2,
        few: () => (random() < 0.2 ? below(amount) - amount / 2 : 0),
        ends: (i: number) => (i === 0 ? amount : i === size - 1 ? -amount : 0),
      }[terminals];
      return { terminal: Array.from({ length: size }, (_, i) => terminal(i)), edges };
    });
}

/** Loads a graph into an empty solver. */
export function load(flow: MaxFlow, { terminal, edges }: FlowGraph): MaxFlow {
  flow.reset();
  for (const net of terminal) flow.addNode(net);
  for (const [from, to, capacity, back] of edges) flow.addEdge(from, to, capacity, back);
  return flow;
}

/** The cost of a cut, given which nodes are at the sink. */
export function cutOf({ terminal, edges }: FlowGraph, atSink: (node: number) => boolean): number {
  let cut = 0;
  for (const [node, net] of terminal.entries()) if (net > 0 === atSink(node)) cut += Math.abs(net);
  for (const [from, to, capacity, back] of edges) {
    if (!atSink(from) && atSink(to)) cut += capacity;
    if (atSink(from) && !atSink(to)) cut += back;
  }
  return cut;
}
