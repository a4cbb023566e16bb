import type { FlowGraph } from "./random-graph.ts";

/** Maximum flow by shortest paths (Edmonds and Karp), on plain lists. */
export function shortestPathFlow({ terminal, edges }: FlowGraph): number {
  const source = terminal.length;
  const sink = source + 1;
  const arcs: { to: number; room: number; reverse: number }[] = [];
  const out: number[][] = Array.from({ length: sink + 1 }, () => []);
  const connect = (from: number, to: number, capacity: number, back: number) => {
    out[from]?.push(arcs.length);
    arcs.push({ to, room: capacity, reverse: arcs.length + 1 });
    out[to]?.push(arcs.length);
    arcs.push({ to: from, room: back, reverse: arcs.length - 1 });
  };
  for (const [node, net] of terminal.entries()) {
    if (net > 0) connect(source, node, net, 0);
    if (net < 0) connect(node, sink, -net, 0);
  }
  for (const edge of edges) connect(...edge);
  for (let flow = 0; ; ) {
    const came = new Map<number, number>([[source, -1]]);
    const queue = [source];
    for (const node of queue) {
      for (const arc of out[node] ?? []) {
        const { to, room } = arcs[arc];
        if (room > 0 && !came.has(to)) {
          came.set(to, arc);
          queue.push(to);
        }
      }
    }
    if (!came.has(sink)) return flow;
    const path: (typeof arcs)[number][] = [];
    for (let node = sink; node !== source; ) {
      const arc = arcs[came.get(node) as number];
      path.push(arc);
      node = arcs[arc.reverse].to;
    }
    const amount = Math.min(...path.map(({ room }) => room));
    for (const arc of path) {
      arc.room -= amount;
      arcs[arc.reverse].room += amount;
    }
    flow += amount;
  }
}
