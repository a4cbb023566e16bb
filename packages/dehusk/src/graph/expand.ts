import { type AgreementProblem, AgreementTerms } from "./agreement-energy.ts";
import { Allowances } from "./allowances.ts";
import { ExpansionMove, type KnownOfMove } from "./expansion-move.ts";
import { GainBound } from "./gain-bound.ts";
import { FloorTable } from "./label-floors.ts";
import { Labelling } from "./labelling.ts";
import { RegionFinder } from "./region-finder.ts";

/**
 * Low-energy labellings by expansion moves (GraphSeg, section 4.2, after Boykov, Veksler and Zabih, PAMI 2001): for
 * each label in turn, the best set of leaves takes it; sweeps over all labels repeat until none lowers the energy. No
 * single expansion can improve the result.
 *
 * `expandAll` is the plain algorithm: a minimum cut of the whole page for each label and sweep. `expandFast` makes
 * exactly the same moves, so it ends with the same labels, but skips what provably changes nothing: leaves that cannot
 * take the label (`RegionFinder`), moves that cannot gain (`GainBound`). What remains is one quick bound per node and
 * label; in each sweep, a visit to the subtrees it does not rule out; and few cuts, most of them small.
 *
 * The paper starts with one arbitrary label for all; so do we by default.
 */
export interface ExpansionOptions {
  /** Initial labels, of which those of leaves are read. Default: label 0 for all leaves. */
  readonly start?: Int32Array;
  /** Maximum number of sweeps. Default: until nothing changes. */
  readonly sweeps?: number;
}

export interface Expansion {
  /** The label of each leaf; for internal nodes the common label of the leaves below, otherwise -1 (invisible). */
  readonly label: Int32Array;
  readonly energy: number;
  /** Sweeps started, minimum cuts computed, and moves made. */
  readonly sweeps: number;
  readonly cuts: number;
  readonly moves: number;
}

/**
 * The plain algorithm, for comparison. Slow: a cut per label and sweep.
 *
 * @example
 * expandAll(problem).energy === expandFast(problem).energy; // true
 */
export function expandAll(problem: AgreementProblem, options: ExpansionOptions = {}): Expansion {
  const state = startFrom(problem, options);
  const { leaves } = state.terms;
  const region = new Int32Array(leaves.length);
  return sweep(state, options, {
    region,
    find: (label) => {
      let length = 0;
      for (const leaf of leaves) if (state.label[leaf] !== label) region[length++] = leaf;
      return length;
    },
    moved: () => {},
  });
}

/**
 * The same result, much faster. Callers should merge labels with equal costs for all nodes.
 *
 * @example
 * const problem = {
 *   parent: Int32Array.of(-1, 0, 0),
 *   end: Int32Array.of(3, 2, 3),
 *   labels: 2,
 *   cost: (node: number, label: number) => (node === 2 && label === 0 ? 1 : 0),
 *   apart: Float64Array.of(3, 0, 0),
 *   pairs: { first: Int32Array.of(1), second: Int32Array.of(2), weight: Float64Array.of(0.5) },
 * };
 * expandFast(problem).label; // 1, 1, 1
 */
export function expandFast(problem: AgreementProblem, options: ExpansionOptions = {}): Expansion {
  const state = startFrom(problem, options);
  const floors = new FloorTable(state.terms);
  const allowances = new Allowances(state);
  const finder = new RegionFinder(state, floors, allowances);
  const bound = new GainBound(state);
  // The number of moves when each label was last tried: until the next move there is nothing new. That includes its own
  // move, since expanding twice is the same as once.
  const triedAfter = new Int32Array(problem.labels).fill(-1);
  return sweep(state, options, {
    region: finder.region,
    known: finder,
    find: (label) => {
      if (triedAfter[label] === state.moves) return 0;
      triedAfter[label] = state.moves;
      finder.find(label);
      return finder.length > 0 && bound.canGain(finder) ? finder.length : 0;
    },
    moved: (label, takers) => {
      triedAfter[label] = state.moves;
      allowances.update(takers);
    },
  });
}

/** Where to search for a label's move. */
interface Regions {
  readonly region: Int32Array;
  /** What is already known about the move. */
  readonly known?: KnownOfMove;
  /** Collects the leaves that may take a label, in pre-order; returns how many. */
  find(label: number): number;
  /** Called after a move. */
  moved(label: number, takers: Int32Array): void;
}

function startFrom(problem: AgreementProblem, { start }: ExpansionOptions): Labelling {
  return new Labelling(new AgreementTerms(problem), start ?? new Int32Array(problem.parent.length));
}

function sweep(state: Labelling, { sweeps: most = Number.POSITIVE_INFINITY }: ExpansionOptions, regions: Regions) {
  const move = new ExpansionMove(state);
  let [sweeps, cuts, moves] = [0, 0, 0];
  for (let changed = true; changed && sweeps < most; sweeps++) {
    changed = false;
    for (let label = 0; label < state.terms.labels; label++) {
      const length = regions.find(label);
      if (length === 0) continue;
      cuts++;
      const gain = move.find(label, regions.region, length, regions.known);
      if (!(gain > 0)) continue;
      const takers = move.takers.subarray(0, move.count);
      state.move(takers, label, gain);
      regions.moved(label, takers);
      moves++;
      changed = true;
    }
  }
  return { label: state.label, energy: state.terms.inOnes(state.energy), sweeps, cuts, moves };
}
