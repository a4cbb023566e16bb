import { DehuskError, type OptionTable } from "../basics/index.ts";

/** Counts the tokens of a text, as the model that is to read it does. */
export type TokenCounter = (text: string) => number;

export interface ChunkOptions {
  /** Maximum number of tokens of a chunk, repeated text included. Default 512. */
  readonly maxTokens?: number | undefined;
  /** Most tokens of the chunk before that a chunk begins with, unless it begins with a heading. Default 0. */
  readonly overlap?: number | undefined;
  /** Counts tokens. Default: `estimateTokens`. */
  readonly tokenizer?: TokenCounter | undefined;
}

/** The smallest limit: a character is at most a few tokens, so that one always fits. */
const fewestTokens = 16;

/** The options of `chunks`. */
export const chunkTable = {
  maxTokens: { type: "integer", min: fewestTokens, default: 512 },
  overlap: { type: "integer", min: 0, default: 0 },
  tokenizer: { type: "object", must: "a function", test: (value: unknown) => typeof value === "function" },
} as const satisfies OptionTable<ChunkOptions>;

/** @throws DehuskError `bad-option` where nothing new would fit into a chunk. */
export function checkOverlap(maxTokens: number, overlap: number): void {
  if (overlap <= maxTokens / 2) return;
  throw new DehuskError(
    "bad-option",
    `Option "overlap" must be at most half of maxTokens (${maxTokens}), not ${overlap}.`,
  );
}
