import fc from "fast-check";
import { expect, test } from "vitest";
import { countHashes } from "./weigh-hashes.ts";

type Met = readonly [hash: number, weight: number, share: number];

function weigh(
  hosts: readonly (readonly Met[])[],
  leastHosts: number,
  prior: number,
  isRelative: boolean,
  most?: number,
) {
  const counter = countHashes();
  for (const host of hosts) {
    for (const met of host) counter.add(...met);
    counter.endHost();
  }
  return counter.weights(leastHosts, prior, isRelative, most);
}

test("a hash on two hosts with content and one without, by hand", () => {
  const hosts: Met[][] = [[[5, 1, 1]], [[5, 2, 1]], [[5, 1, 0]]];
  // 2 of 3 hosts are content, with a prior of one host at one half: 2.5 to 1.5.
  expect(weigh(hosts, 1, 1, false).get(5)).toBeCloseTo(Math.log(2.5 / 1.5), 12);
  // Relative to all hashes it is average.
  expect(weigh(hosts, 1, 1, true).get(5)).toBeCloseTo(0, 12);
});

test("hosts are weighted equally, however often they have a word", () => {
  const once = weigh([[[5, 1, 1]], [[5, 1, 0]]], 1, 1, false);
  const often = weigh([Array.from({ length: 50 }, (): Met => [5, 3, 1]), [[5, 1, 0]]], 1, 1, false);
  expect(often.get(5)).toBeCloseTo(once.get(5) as number, 12);
});

test("hashes on too few hosts are dropped", () => {
  const hosts: Met[][] = [
    [
      [1, 1, 1],
      [2, 1, 1],
    ],
    [[1, 1, 1]],
    [
      [1, 1, 0],
      [3, 1, 0],
    ],
  ];
  expect([...weigh(hosts, 2, 1, false).keys()]).toEqual([1]);
  expect([...weigh(hosts, 4, 1, false).keys()]).toEqual([]);
  expect([...weigh([], 1, 1, true).keys()]).toEqual([]);
});

test("additions after the last endHost do not count", () => {
  const counter = countHashes();
  counter.add(1, 1, 1);
  expect(counter.weights(1, 1, false).size).toBe(0);
  counter.endHost();
  counter.endHost();
  expect(counter.weights(1, 1, false).get(1)).toBeCloseTo(Math.log(1.5 / 0.5), 12);
});

test.each([0, 1])("if all hosts say %i, no hash says more than the others", (share) => {
  const weights = weigh(
    [
      [
        [1, 1, share],
        [2, 1, share],
      ],
      [[1, 1, share]],
    ],
    1,
    2,
    true,
  );
  expect([...weights]).toEqual([
    [1, 0],
    [2, 0],
  ]);
});

test("weights match the per-host shares summed over hosts", () => {
  const met = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 0.25, 1));
  const hosts = fc.array(fc.array(met, { maxLength: 8 }), { maxLength: 6 });
  fc.assert(
    fc.property(
      hosts,
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(0.5, 2),
      fc.boolean(),
      (all, least, prior, relative) => {
        const shares = new Map<number, number[]>();
        for (const host of all) {
          for (const hash of new Set(host.map(([each]) => each))) {
            const own = host.filter(([each]) => each === hash);
            const weight = own.reduce((sum, [, each]) => sum + each, 0);
            const content = own.reduce((sum, [, each, share]) => sum + each * share, 0);
            shares.set(hash, [...(shares.get(hash) ?? []), content / weight]);
          }
        }
        const every = [...shares.values()].flat();
        const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
        const common = relative ? sum(every) / every.length : 0.5;
        fc.pre(every.length === 0 || (common > 0 && common < 1));
        const expected = [...shares].filter(([, own]) => own.length >= least);
        const found = weigh(all, least, prior, relative);
        expect([...found.keys()].sort()).toEqual(expected.map(([hash]) => hash).sort());
        for (const [hash, own] of expected) {
          const content = (sum(own) + prior * common) / (own.length + prior);
          const logit = (share: number) => Math.log(share / (1 - share));
          expect(found.get(hash)).toBeCloseTo(logit(content) - logit(common), 8);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test("of too many hashes those with the greatest weight times hosts are kept", () => {
  const host = (...hashes: number[]): Met[] => hashes.map((hash) => [hash, 1, hash < 10 ? 1 : 0]);
  // 1 on five hosts, 2 on three, 11 on four, 12 on one.
  const hosts = [host(1, 2, 11), host(1, 2, 11), host(1, 2, 11), host(1, 11), host(1, 12)];
  const all = weigh(hosts, 1, 1, false);
  expect([...all.keys()].sort()).toEqual([1, 11, 12, 2]);
  for (const [most, kept] of [
    [4, [1, 11, 12, 2]],
    [3, [1, 11, 2]],
    [2, [1, 11]],
    [0, []],
  ] as const) {
    const weights = weigh(hosts, 1, 1, false, most);
    expect([...weights.keys()].sort()).toEqual(kept);
    for (const [hash, weight] of weights) expect(weight).toBe(all.get(hash));
  }
});

test("hosts count for more than weight alone", () => {
  // 1 is content on two hosts of two; 2 on six of seven.
  const hosts = Array.from({ length: 7 }, (_, h): Met[] => [
    [2, 1, h < 6 ? 1 : 0],
    ...(h < 2 ? [[1, 1, 1] as const] : []),
  ]);
  const all = weigh(hosts, 1, 0.1, false);
  expect(all.get(1)).toBeGreaterThan(all.get(2) as number);
  expect([...weigh(hosts, 1, 0.1, false, 1).keys()]).toEqual([2]);
});
