import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutIntoTasks } from "./cut-into-tasks.ts";

const input = (path: string, bytes: number) => ({ path, name: path, bytes, modified: 0 });

describe("cutIntoTasks", () => {
  test("puts small files together, cuts large ones, leaves whole what cannot be cut", () => {
    const inputs = [
      input("a.html", 40),
      input("b.html", 50),
      input("c.html", 30),
      input("d.warc.gz", 250),
      input("e.jsonl.gz", 900),
      input("f.html", 10),
    ];
    expect(cutIntoTasks(inputs, 100)).toEqual([
      { first: 0, end: 2 },
      { first: 2, end: 3 },
      { first: 3, end: 4, from: 0, to: 83 },
      { first: 3, end: 4, from: 83, to: 166 },
      { first: 3, end: 4, from: 166, to: 250 },
      { first: 4, end: 5 },
      { first: 5, end: 6 },
    ]);
  });

  test("each byte of each input is in one task, in order", () => {
    const anInput = fc.tuple(fc.constantFrom("x.html", "x.warc", "x.jsonl", "x.jsonl.br"), fc.nat({ max: 500 }));
    fc.assert(
      fc.property(fc.array(anInput), fc.integer({ min: 1, max: 300 }), (files, taskBytes) => {
        const inputs = files.map(([path, bytes]) => input(path, bytes));
        const covered = cutIntoTasks(inputs, taskBytes).flatMap(({ first, end, from, to }) =>
          inputs.slice(first, end).map(({ bytes }, i) => [first + i, from ?? 0, to ?? bytes] as const),
        );
        let [at, byte] = [0, 0];
        for (const [number, from, to] of covered) {
          if (number !== at) [at, byte] = [at + 1, 0];
          expect([number, from]).toEqual([at, byte]);
          byte = to;
          if (byte === inputs[at]?.bytes) [at, byte] = [at + 1, 0];
        }
        expect(at).toBe(inputs.length);
      }),
    );
  });
});
