import type { ErrorCode } from "../basics/index.ts";

/**
 * Why a page failed. "limit-memory": it took all memory of its thread; "crashed" (it ended its thread) and "internal" are
 * bugs in Dehusk.
 */
export type FailureCode = ErrorCode | "crashed" | "internal";

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
}

export function tooSlow(milliseconds: number): string {
  return `The page took longer than the limit of ${milliseconds} ms.`;
}
