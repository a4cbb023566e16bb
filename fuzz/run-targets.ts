import type { Find } from "./find.ts";
import { Random, seedOf } from "./random.ts";
import { type Target, thrown } from "./target.ts";

/** A target's inputs, time, and finds. */
export interface Tally {
  readonly target: string;
  inputs: number;
  milliseconds: number;
  /** The slowest input. */
  longest: number;
  readonly finds: (Find & { readonly index: number })[];
}

/** Most finds that are kept; more of one kind say nothing new. */
const mostFinds = 50;

/**
 * Gives a target one input after the other until there were `count`, or until `deadline`. Input number i of a seed is
 * always the same: `--only i` makes it again.
 */
export async function runTarget(
  target: Target,
  seed: number,
  first: number,
  count: number,
  deadline = Number.POSITIVE_INFINITY,
): Promise<Tally> {
  const tally: Tally = { target: target.name, inputs: 0, milliseconds: 0, longest: 0, finds: [] };
  const start = performance.now();
  for (let index = first; index < first + count && performance.now() < deadline; index++) {
    const before = performance.now();
    let finds: Find[];
    try {
      finds = await target.run(new Random(seedOf(seed, index)));
    } catch (error) {
      finds = [thrown(error)];
    }
    tally.inputs++;
    tally.longest = Math.max(tally.longest, performance.now() - before);
    for (const find of finds) if (tally.finds.length < mostFinds) tally.finds.push({ ...find, index });
  }
  tally.milliseconds = performance.now() - start;
  return tally;
}
