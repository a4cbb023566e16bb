import { DehuskError } from "../basics/index.ts";
import type { Limits } from "../page/index.ts";

/**
 * Checks the time that a page took with all that was written of it, which the library's own clock does not see.
 *
 * @param start When it began, by `performance.now()`.
 * @throws DehuskError `limit-time`.
 */
export function checkTime(start: number, { milliseconds }: Limits): void {
  if (performance.now() - start > milliseconds) {
    throw new DehuskError("limit-time", `The page took longer than the limit of ${milliseconds} ms.`);
  }
}
