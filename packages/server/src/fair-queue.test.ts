import { describe, expect, test } from "vitest";
import { FairQueue, type Waiting } from "./fair-queue.ts";

interface Item extends Waiting {
  readonly name: string;
}

const item = (name: string, isExpensive = false): Item => ({ name, client: name.charAt(0), isExpensive });

function take(queue: FairQueue<Item>, count: number, mayBeExpensive = true): string {
  return Array.from({ length: count }, () => queue.take(mayBeExpensive)?.name ?? "-").join(" ");
}

describe("FairQueue", () => {
  test("lets clients take turns, each in its own order", () => {
    const queue = new FairQueue<Item>();
    for (const name of ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) queue.add(item(name));
    expect(take(queue, 3)).toBe("a1 b1 c1");
    queue.add(item("c2"));
    queue.add(item("d1"));
    expect(take(queue, 7)).toBe("a2 b2 c2 d1 a3 a4 -");
  });

  test("keeps expensive requests off the last thread, and lets the lanes take turns otherwise", () => {
    const queue = new FairQueue<Item>();
    for (const name of ["a1", "a2", "b1"]) queue.add(item(name, true));
    expect(take(queue, 1, false)).toBe("-");
    for (const name of ["c1", "c2", "c3"]) queue.add(item(name));
    expect(take(queue, 1, false)).toBe("c1");
    expect(take(queue, 6)).toBe("c2 a1 c3 b1 a2 -");
  });

  test("drops clients that are gone", () => {
    const queue = new FairQueue<Item>();
    const items = ["a1", "a2", "b1"].map((name) => item(name));
    for (const one of items) queue.add(one);
    expect(queue.remove(items[0] as Item)).toBe(true);
    expect(queue.remove(items[0] as Item)).toBe(false);
    expect([queue.length, take(queue, 3), queue.length]).toEqual([2, "a2 b1 -", 0]);
  });
});
