import { type AgreementProblem, AgreementTerms } from "./agreement-energy.ts";
import { Allowances } from "./allowances.ts";
import { ExpansionMove, type KnownOfMove } from "./expansion-move.ts";
import { GainBound } from "./gain-bound.ts";
import { FloorTable } from "./label-floors.ts";
import { Labelling } from "./labelling.ts";
import { RegionFinder } from "./region-finder.ts";

/**
 * Low-energy labellings by expansion moves (GraphSeg, section 4.2, after Boykov, Veksler and Zabih, PAMI 2001): for each
 * label in turn, the best set of leaves takes it; sweeps over all labels go on until none lowers the energy. What comes
 * out cannot be improved by any one expansion.
 *
 * `expandAll` is the plain algorithm: a minimum cut of the whole page for each label and sweep. `expandFast` makes the
 * same moves one for one, so it ends with the same labels, but spares what provably changes nothing: leaves that cannot
 * take the label (`RegionFinder`), moves that cannot gain (`GainBound`). What remains is a quick bound for each pair of node
 * and label, once; a look at the subtrees that it does not rule out, in each sweep; and few cuts, most of them small.
 *
 * The paper starts from one arbitrary label for all; so do we unless told otherwise.
 */
export interface ExpansionOptions {
  /** The labels to start from, of which those of leaves are read; without it all leaves start with label 0. */
  readonly start?: Int32Array;
  /** At most so many sweeps over the labels; without it until nothing changes. */
  readonly sweeps?: number;
}

export interface Expansion {
  /** Per leaf its label; per internal node the one on which all leaves below it agree, else -1, invisible. */
  readonly label: Int32Array;
  readonly energy: number;
  /** How many sweeps were begun, minimum cuts computed, and moves made. */
  readonly sweeps: number;
  readonly cuts: number;
  readonly moves: number;
}

/**
 * The plain algorithm, for comparison. Slow: a cut for each label and sweep.
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
 * The same result, much faster. Labels that cost all nodes the same should be merged by the caller.
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
  // After how many moves each label was last tried: until the next one there is nothing new, its own move included, for
  // the best expansion twice is the best expansion once.
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

/** Where a label's move is looked for. */
interface Regions {
  readonly region: Int32Array;
  /** What is known of the move already. */
  readonly known?: KnownOfMove;
  /** Puts into the region the leaves that may take a label, in pre-order; returns how many. */
  find(label: number): number;
  /** Hears of a move. */
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
