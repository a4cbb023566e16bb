import type { Report } from "../report/report.ts";

/** What an experiment is run with. */
export interface ExperimentOptions {
  /** The data folder: `extraction/`, `sites/`, `duplicates/` below it. */
  readonly data: string;
  /** At most this many pages of each set, pages of each site, or pairs, for a quick look. Default: all. */
  readonly limit?: number | undefined;
  /** From what templateness on a node is a template. Default 0.5. */
  readonly threshold?: number | undefined;
  /** Whatever is chosen at random is the same for the same seed. Default 1. */
  readonly seed?: number | undefined;
  readonly progress?: ((done: number, total: number, what: string) => void) | undefined;
}

/** The options with their defaults in place. */
export interface ResolvedOptions {
  readonly data: string;
  /** Infinity for all. */
  readonly limit: number;
  readonly threshold: number;
  readonly seed: number;
  progress(done: number, total: number, what: string): void;
}

/** A paper's experiment. */
export interface Experiment {
  readonly name: string;
  readonly title: string;
  /** Files and folders of the data folder that it cannot do without. */
  readonly needs: readonly string[];
  run(options: ResolvedOptions): Promise<Report>;
}
