import type { OptionTable } from "../basics/index.ts";
import { type ScoreOptions, scoreTable } from "../detect/index.ts";
import { type ParseOptions, parseTable } from "../page/index.ts";
import { type Preset, presets } from "./presets.ts";

export interface ExtractOptions extends ParseOptions, ScoreOptions {
  /** What counts as content. Default `balanced`. */
  readonly preset?: Preset | undefined;
  /** Whether the title stands at the top of the content. Default true; with false it is left out everywhere. */
  readonly headline?: boolean | undefined;
}

/** The options of `extract`. */
export const extractTable = {
  preset: { type: "choice", of: presets, default: "balanced" },
  headline: { type: "boolean", default: true },
  ...parseTable,
  ...scoreTable,
} as const satisfies OptionTable<ExtractOptions>;
