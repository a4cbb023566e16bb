import { eachRowDistances } from "./squared-distances.ts";

/** Rows with classes; neighbours are searched within groups only. */
export interface LmnnProblem {
  /** Row-major, `features` numbers each, of similar scale. */
  readonly rows: Float32Array;
  readonly features: number;
  /** Class of each row within its group; rows with a negative class are skipped. */
  readonly labels: ArrayLike<number>;
  /** Group of each row, any integers. */
  readonly groups: ArrayLike<number>;
}

/** The rows of one group, contiguous, and the target neighbours of each. */
export interface LmnnGroup {
  readonly count: number;
  readonly rows: Float64Array;
  readonly labels: Int32Array;
  /** `neighbours` entries per row: its nearest rows of the same class, as indexes within the group; -1 for none. */
  readonly targets: Int32Array;
}

/**
 * Sorts rows into groups and finds target neighbours by Euclidean distance; if tied, earlier rows are nearer. Groups
 * without two rows of one class teach nothing and are dropped. O(rows² · features) per group.
 */
export function lmnnGroups(problem: LmnnProblem, neighbours: number): LmnnGroup[] {
  const members = new Map<number, number[]>();
  for (let r = 0; r < problem.labels.length; r++) {
    if (!(problem.labels[r] >= 0)) continue;
    const group = problem.groups[r];
    const list = members.get(group);
    if (list === undefined) members.set(group, [r]);
    else list.push(r);
  }
  const groups: LmnnGroup[] = [];
  for (const list of members.values()) {
    const group = gather(problem, list, neighbours);
    if (group.targets.some((target) => target >= 0)) groups.push(group);
  }
  return groups;
}

function gather({ rows, features, labels }: LmnnProblem, members: readonly number[], neighbours: number): LmnnGroup {
  const count = members.length;
  const own = new Float64Array(count * features);
  for (const [i, r] of members.entries()) own.set(rows.subarray(r * features, (r + 1) * features), i * features);
  const ownLabels = Int32Array.from(members, (r) => labels[r]);
  return { count, rows: own, labels: ownLabels, targets: targetsOf(own, features, ownLabels, neighbours) };
}

function targetsOf(rows: Float64Array, features: number, labels: Int32Array, neighbours: number): Int32Array {
  const count = labels.length;
  const targets = new Int32Array(count * neighbours).fill(-1);
  const nearest = new Float64Array(neighbours);
  eachRowDistances(rows, features, count, (i, distances) => {
    const at = i * neighbours;
    nearest.fill(Number.POSITIVE_INFINITY);
    for (let j = 0; j < count; j++) {
      const distance = distances[j];
      if (j === i || labels[j] !== labels[i] || !(distance < nearest[neighbours - 1])) continue;
      let place = neighbours - 1;
      for (; place > 0 && distance < nearest[place - 1]; place--) {
        nearest[place] = nearest[place - 1];
        targets[at + place] = targets[at + place - 1];
      }
      nearest[place] = distance;
      targets[at + place] = j;
    }
  });
  return targets;
}
