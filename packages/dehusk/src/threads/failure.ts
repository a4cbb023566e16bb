import type { ErrorCode } from "../basics/index.ts";

/**
 * Why a page failed. "limit-memory": a thread ran out of memory over it; "crashed": a thread ended over it, and "internal":
 * what should not happen did, both faults of the program.
 */
export type FailureCode = ErrorCode | "limit-memory" | "crashed" | "internal";

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
}

/** The message for a page that takes too long, wherever that is noticed. */
export function tooSlow(milliseconds: number): string {
  return `The page took longer than the limit of ${milliseconds} ms.`;
}
