import type { OptionTable } from "../basics/index.ts";
import { type ScoreOptions, scoreTable } from "../detect/index.ts";
import { type ParseOptions, parseTable } from "../page/index.ts";
import { type Spans, spans } from "./markdown-table.ts";
import { type Preset, presets } from "./presets.ts";
import { type SelectOptions, selectTable } from "./select/select-nodes.ts";
import { type ShapeOptions, shapeTable } from "./shape/shape-options.ts";

export interface ExtractOptions extends ParseOptions, ScoreOptions, SelectOptions, ShapeOptions {
  /** What counts as content. Default `balanced`. */
  readonly preset?: Preset | undefined;
  /** Whether the content begins with the title. Default true; with false the title is left out everywhere. */
  readonly headline?: boolean | undefined;
  /**
   * How Markdown shows table cells that span others: written once, with the rest left `empty` (default), written in each
   * place (`repeat`), or in tables kept as HTML (`html`).
   */
  readonly spans?: Spans | undefined;
  /** Whether the Markdown begins with the page's metadata as YAML. Default false. */
  readonly frontmatter?: boolean | undefined;
}

/** The options of `extract`. */
export const extractTable = {
  preset: { type: "choice", of: presets, default: "balanced" },
  headline: { type: "boolean", default: true },
  spans: { type: "choice", of: spans, default: "empty" },
  frontmatter: { type: "boolean", default: false },
  ...shapeTable,
  ...selectTable,
  ...parseTable,
  ...scoreTable,
} as const satisfies OptionTable<ExtractOptions>;
