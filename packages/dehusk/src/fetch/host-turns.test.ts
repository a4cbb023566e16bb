import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { HostTurns } from "./host-turns.ts";

const always = () => true;
const none = () => 0;

test("work waiting for a host runs in order", async () => {
  const turns = new HostTurns({ connections: 9, mayStart: always });
  const done: number[] = [];
  const work = (order: number) => turns.run("a", order, async () => void done.push(order), none);
  await Promise.all([5, 3, 9, 1].map(work));
  expect(done).toEqual([5, 1, 3, 9]);
});

test("hosts take turns when there are more of them than connections", async () => {
  const turns = new HostTurns({ connections: 1, mayStart: always });
  const done: string[] = [];
  const work = (name: string) => turns.run(name, 0, async () => void done.push(name), none);
  const first = turns.run("first", 0, () => wait(5), none);
  await Promise.all([first, ...["a", "a", "a", "b", "b", "c"].map(work)]);
  expect(done).toEqual(["a", "b", "c", "a", "b", "a"]);
});

test("work that may not start waits; work before it does not", async () => {
  let most = 1;
  const turns = new HostTurns({ connections: 9, mayStart: (order) => order <= most });
  const done: number[] = [];
  const work = (name: string, order: number) => turns.run(name, order, async () => void done.push(order), none);
  const all = Promise.all([work("a", 2), work("b", 3), work("a", 1)]);
  await wait(5);
  expect(done).toEqual([1]);
  most = 3;
  turns.wake();
  await all;
  expect(done.sort()).toEqual([1, 2, 3]);
});

test("a failure is rethrown, and the host still gets its pause", async () => {
  const turns = new HostTurns({ connections: 9, mayStart: always });
  const fails = turns.run(
    "a",
    0,
    () => Promise.reject(new Error("no")),
    (result) => (result === undefined ? 50 : 0),
  );
  await expect(fails).rejects.toThrow("no");
  const start = performance.now();
  await turns.run("a", 1, async () => {}, none);
  expect(performance.now() - start).toBeGreaterThan(40);
});

test("close rejects waiting work", async () => {
  const turns = new HostTurns({ connections: 1, mayStart: () => false });
  const waiting = turns.run("a", 0, async () => {}, none);
  turns.close();
  await expect(waiting).rejects.toThrow();
  await expect(turns.run("a", 0, async () => {}, none)).rejects.toThrow();
});
