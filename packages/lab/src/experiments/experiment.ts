import type { Report } from "../report/report.ts";

/** Options of an experiment. */
export interface ExperimentOptions {
  /** The data folder with `extraction/`, `sites/` and `duplicates/`. */
  readonly data: string;
  /** Most pages of each set, pages of each site, or pairs, for a quick look. Default: all. */
  readonly limit?: number | undefined;
  /** Templateness at which a node is a template. Default 0.5. */
  readonly threshold?: number | undefined;
  /** Measure the shipped models on every page, and train and choose nothing. Default false. */
  readonly shipped?: boolean | undefined;
  /** Seed of everything random. Default 1. */
  readonly seed?: number | undefined;
  readonly progress?: ((done: number, total: number, what: string) => void) | undefined;
}

/** The options with defaults filled in. */
export interface ResolvedOptions {
  readonly data: string;
  /** Infinity for all. */
  readonly limit: number;
  readonly threshold: number;
  readonly shipped: boolean;
  readonly seed: number;
  progress(done: number, total: number, what: string): void;
}

/** A paper's experiment. */
export interface Experiment {
  readonly name: string;
  readonly title: string;
  /** Files and folders of the data folder that it requires. */
  readonly needs: readonly string[];
  /** Whether it trains or chooses anything. If not, it always measures what is shipped, and `shipped` is refused. */
  readonly chooses: boolean;
  run(options: ResolvedOptions): Promise<Report>;
}
