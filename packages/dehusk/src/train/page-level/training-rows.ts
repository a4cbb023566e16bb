import { copyInto } from "../copy-into.ts";

/** How much the nodes of a page count in training: by their words, or alike as in the paper. */
export const rowWeights = ["words", "nodes"] as const;
export type RowWeights = (typeof rowWeights)[number];

/** The labelled nodes of many pages, in growing flat arrays. */
export class TrainingRows {
  readonly features: number;
  count = 0;
  pages = 0;
  rows: Float32Array;
  /** 1 template, 0 content. */
  labels = new Uint8Array(1024);
  sites = new Uint32Array(1024);
  areas = new Float32Array(1024);
  /** Weight of each row: √(1 + words) or 1, normalized per page. */
  weights = new Float64Array(1024);
  /** Total weight of the unlabelled nodes. */
  unknownWeight = 0;

  readonly #weighRow: (words: number) => number;

  constructor(features: number, weights: RowWeights = "words") {
    this.features = features;
    this.#weighRow = weights === "words" ? (words) => Math.sqrt(1 + words) : () => 1;
    this.rows = new Float32Array(1024 * features);
  }

  /** Adds the labelled nodes of one page (label not below 0). */
  addPage(site: number, nodes: PageRows): void {
    let total = 0;
    for (let i = 0; i < nodes.labels.length; i++) {
      if (nodes.labels[i] >= 0) total += this.#weighRow(nodes.words[i]);
    }
    if (total === 0) return;
    for (let i = 0; i < nodes.labels.length; i++) {
      const label = nodes.labels[i];
      const weight = this.#weighRow(nodes.words[i]) / total;
      if (label < 0) {
        this.unknownWeight += weight;
        continue;
      }
      if (this.count === this.labels.length) this.#grow();
      const at = this.count++;
      this.rows.set(nodes.rows.subarray(i * this.features, (i + 1) * this.features), at * this.features);
      this.labels[at] = label;
      this.sites[at] = site;
      this.areas[at] = nodes.areas[i];
      this.weights[at] = weight;
    }
    this.pages++;
  }

  #grow(): void {
    const size = this.labels.length * 2;
    this.rows = copyInto(new Float32Array(size * this.features), this.rows);
    this.labels = copyInto(new Uint8Array(size), this.labels);
    this.sites = copyInto(new Uint32Array(size), this.sites);
    this.areas = copyInto(new Float32Array(size), this.areas);
    this.weights = copyInto(new Float64Array(size), this.weights);
  }
}

/** The nodes of a page, one entry each; `rows` holds their features one after the other. */
export interface PageRows {
  readonly rows: Float32Array;
  /** 1 template, 0 content, -1 unknown. */
  readonly labels: Int8Array;
  readonly areas: Float32Array;
  readonly words: Float32Array;
}
