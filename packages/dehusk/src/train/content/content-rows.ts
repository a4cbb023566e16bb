import {
  blockFeatureNames,
  fillContext,
  fillLexiconColumns,
  firstLookWidth,
  type Lexicons,
  nameColumn,
  sumNames,
  unnamedWeight,
  weighHashes,
  weighNames,
} from "../../features/index.ts";
import {
  type BinnedColumn,
  type BoostedTrees,
  type BoostingOptions,
  binColumn,
  packTrees,
  scoreRows,
  type TreePrecision,
  trainBoostedTrees,
  unpackTrees,
} from "../../learn/index.ts";
import { type ContentExample, contextWidth, lexiconWidth, plainWidth } from "./content-example.ts";
import { kindNumber } from "./label-kinds.ts";

/** Pages are weighted by their set's size to this power, so that large sets do not dominate. */
const setPower = -0.75;

const width = blockFeatureNames.length;

/** First column of the features of words, which those of names come before. */
const wordColumn = blockFeatureNames.indexOf("wordMean");

/** Values that `weighHashes` writes per block. */
const figuresEach = 5;

const linkColumn = blockFeatureNames.indexOf("blockLinks");

/** Shorter blocks have no kind: among comments and reviews, short ones and links are names and controls. */
const minKindWords = 3;
const minOwnWords = 5;
const maxLinked = 0.3;

/** Blocks of a kind are weighted up to this share of the others' weight. */
const kindShare = 0.4;

/** The rows of all blocks of some pages, as binned columns. */
export class ContentRows {
  readonly count: number;
  readonly #examples: readonly ContentExample[];
  readonly #from: Int32Array;
  readonly #labels: Float32Array;
  readonly #weights: Float64Array;
  /** Weights of all blocks, labelled or not. */
  readonly #textWeights: Float64Array;
  readonly #example: Int32Array;
  readonly #columns: BinnedColumn[];
  readonly #cut: (column: Float32Array) => Float32Array;
  readonly #precision: TreePrecision;
  /** Columns of names and words, then of the context, row after row. */
  readonly #lexicons: Float32Array;
  readonly #context: Float32Array;

  /**
   * @param cuts Of the columns that depend on pages alone.
   * @param cut Cuts a column of the others.
   * @param precision To which trees are rounded.
   */
  constructor(
    examples: readonly ContentExample[],
    cuts: readonly Float32Array[],
    cut: (column: Float32Array) => Float32Array,
    precision: TreePrecision,
  ) {
    this.#cut = cut;
    this.#precision = precision;
    this.#examples = examples;
    this.#from = new Int32Array(examples.length + 1);
    for (const [e, { labels }] of examples.entries()) this.#from[e + 1] = this.#from[e] + labels.length;
    this.count = this.#from[examples.length];
    this.#labels = new Float32Array(this.count);
    this.#weights = new Float64Array(this.count);
    this.#textWeights = new Float64Array(this.count);
    this.#example = new Int32Array(this.count);
    const sizes = new Map<string, number>();
    for (const { set } of examples) sizes.set(set, (sizes.get(set) ?? 0) + 1);
    for (const [e, { labels, weights, set, worth: ownWorth }] of examples.entries()) {
      const from = this.#from[e];
      const worth = ownWorth * (sizes.get(set) as number) ** setPower;
      this.#example.fill(e, from, this.#from[e + 1]);
      for (const [b, label] of labels.entries()) {
        this.#labels[from + b] = label > 0.5 ? 1 : 0;
        this.#textWeights[from + b] = weights[b] * worth;
        this.#weights[from + b] = label < 0 ? 0 : weights[b] * worth;
      }
    }
    this.#columns = cuts.map((cut, f) => binColumn(plainColumn(examples, f), cut));
    this.#lexicons = new Float32Array(this.count * lexiconWidth);
    this.#context = new Float32Array(this.count * contextWidth);
  }

  fillLexicons(e: number, example: ContentExample, lexicons: Lexicons): void {
    const blocks = example.labels.length;
    const figures = new Float32Array(blocks * figuresEach);
    for (const [b, hashes] of example.words.entries()) weighHashes(hashes, hashes.length, lexicons.words, figures, b);
    const weightAt = (i: number) => {
      const names = example.elementNames[i];
      return names.length === 0 ? unnamedWeight : weighNames(names, lexicons.names);
    };
    const names = sumNames(example.elementParent, weightAt);
    const rows = new Float32Array(blocks * width);
    fillLexiconColumns(example.element, example.heading, names, figures, rows);
    for (let b = 0; b < blocks; b++) {
      const part = rows.subarray(b * width + nameColumn, b * width + firstLookWidth);
      this.#lexicons.set(part, (this.#from[e] + b) * lexiconWidth);
    }
  }

  binLexicons(): void {
    for (let f = 0; f < lexiconWidth; f++) this.#columns.push(this.#bin(this.#lexicons, lexiconWidth, f));
  }

  binContext(): void {
    for (let f = 0; f < contextWidth; f++) this.#columns.push(this.#bin(this.#context, contextWidth, f));
  }

  /** Blanks the names of some pages, so that training also learns from everything else. */
  hideNames(isHidden: (example: number) => boolean): void {
    for (let f = nameColumn; f < wordColumn; f++) {
      const { bins, cuts } = this.#columns[f];
      const none = binColumn(Float32Array.of(0), cuts).bins[0];
      this.#columns[f] = { cuts, bins: bins.map((bin, row) => (isHidden(this.#example[row]) ? none : bin)) };
    }
  }

  #bin(rows: Float32Array, columns: number, feature: number): BinnedColumn {
    const values = new Float32Array(this.count);
    for (let row = 0; row < this.count; row++) values[row] = rows[row * columns + feature];
    return binColumn(values, this.#cut(values));
  }

  train(options: BoostingOptions, columns: number, isTrainedOn: (example: number) => boolean): BoostedTrees {
    const picked = this.#pick((row) => isTrainedOn(this.#example[row]));
    return this.#fit(options, columns, picked, this.#weights, (row) => this.#labels[row]);
  }

  /**
   * Trees for a kind of text, from the blocks of all pages, unlabelled ones included. Blocks of the kind are rare, so
   * they are weighted up to a share of all.
   */
  trainKind(options: BoostingOptions, kind: number): BoostedTrees {
    const isOfKind = new Int8Array(this.count).map((_, row) => this.#isOfKind(row, kind));
    const sums = [0, 0];
    const picked: number[] = [];
    for (const [row, is] of isOfKind.entries()) {
      if (is < 0) continue;
      picked.push(row);
      sums[is] = sums[is] + this.#textWeights[row];
    }
    const [others, wanted] = sums as [number, number];
    const boost = wanted === 0 ? 1 : Math.max(1, (kindShare * others) / wanted);
    const weights = this.#textWeights.map((weight, row) => (isOfKind[row] === 1 ? boost * weight : weight));
    return this.#fit(options, width, Int32Array.from(picked), weights, (row) => isOfKind[row]);
  }

  /** Whether a block is of a kind: 1 or 0; -1 for uninformative blocks such as names, dates and controls. */
  #isOfKind(row: number, kind: number): number {
    const e = this.#example[row];
    const { kinds, labels, rows, setting } = this.#examples[e];
    const b = row - this.#from[e];
    const words = setting.words[b];
    if (words < minKindWords) return -1;
    if (kinds[b] !== kind) return 0;
    if (kind === kindNumber("post")) return labels[b] > 0.5 ? 1 : 0;
    const isLinked = rows[b * plainWidth + linkColumn] > maxLinked;
    return isLinked || words < minOwnWords ? -1 : 1;
  }

  #pick(isPicked: (row: number) => boolean): Int32Array {
    const rows: number[] = [];
    for (let row = 0; row < this.count; row++) if (this.#weights[row] > 0 && isPicked(row)) rows.push(row);
    return Int32Array.from(rows);
  }

  #fit(
    options: BoostingOptions,
    columns: number,
    rows: Int32Array,
    weights: Float64Array,
    labelOf: (row: number) => number,
  ): BoostedTrees {
    const problem = {
      columns: this.#columns.slice(0, columns).map(({ bins, cuts }) => ({
        cuts,
        bins: Uint8Array.from(rows, (row) => bins[row]),
      })),
      labels: Float32Array.from(rows, labelOf),
      weights: Float64Array.from(rows, (row) => weights[row]),
      groups: Int32Array.from(rows, (row) => this.#example[row]),
    };
    const [trees] = unpackTrees(packTrees([trainBoostedTrees(problem, options)], this.#precision), [columns]);
    return trees as BoostedTrees;
  }

  /** Writes the first-look scores of the blocks around each block of a page. */
  fillContext(e: number, trees: BoostedTrees): void {
    const { labels, rows, setting } = this.#examples[e];
    const from = this.#from[e];
    const wide = new Float32Array(labels.length * width);
    for (let b = 0; b < labels.length; b++) {
      wide.set(rows.subarray(b * plainWidth, (b + 1) * plainWidth), b * width);
      const at = (from + b) * lexiconWidth;
      wide.set(this.#lexicons.subarray(at, at + lexiconWidth), b * width + nameColumn);
    }
    fillContext(setting, scoreRows(trees, wide, width, labels.length), wide, width, firstLookWidth);
    for (let b = 0; b < labels.length; b++) {
      const part = wide.subarray(b * width + firstLookWidth, (b + 1) * width);
      this.#context.set(part, (from + b) * contextWidth);
    }
  }
}

/** One column of the page-only features, over all blocks of some pages. */
export function plainColumn(examples: readonly ContentExample[], feature: number): Float32Array {
  const count = examples.reduce((sum, { labels }) => sum + labels.length, 0);
  const column = new Float32Array(count);
  let at = 0;
  for (const { rows, labels } of examples) {
    for (let b = 0; b < labels.length; b++) column[at++] = rows[b * plainWidth + feature];
  }
  return column;
}
