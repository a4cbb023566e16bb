import type { ErrorCode } from "../basics/index.ts";

/** The exit codes of commands. */
export const Exit = {
  Done: 0,
  SomeFailed: 1,
  Usage: 2,
  Unreadable: 3,
  Limit: 4,
  /** A model, a store or a browser. */
  Unusable: 5,
  Refused: 6,
  Internal: 70,
} as const;

/** Meanings of the common ones, for help texts. */
export const usualExits = {
  0: "done",
  2: "wrong usage",
  3: "input unreadable",
  4: "limit reached",
} as const;

const exitOfCode: Readonly<Record<ErrorCode, number>> = {
  "bad-option": Exit.Usage,
  "bad-input": Exit.Unreadable,
  "not-html": Exit.Unreadable,
  unreadable: Exit.Unreadable,
  unwritable: Exit.Unreadable,
  "bad-model": Exit.Unusable,
  "no-browser": Exit.Unusable,
  "render-failed": Exit.Unreadable,
  refused: Exit.Refused,
  "limit-bytes": Exit.Limit,
  "limit-nodes": Exit.Limit,
  "limit-depth": Exit.Limit,
  "limit-time": Exit.Limit,
  "limit-memory": Exit.Limit,
};

/** The exit status of a command that failed with this error. */
export function exitFor(code: ErrorCode): number {
  return exitOfCode[code];
}
