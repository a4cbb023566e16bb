import { DehuskError } from "../basics/index.ts";
import type { Limits } from "../page/index.ts";

/**
 * Checks the total time of a page, including writing, which the library's own deadline does not cover.
 *
 * @param start When it began, by `performance.now()`.
 * @throws DehuskError `limit-time`.
 */
export function checkTime(start: number, { milliseconds }: Limits): void {
  if (performance.now() - start > milliseconds) {
    throw new DehuskError("limit-time", `The page took longer than the limit of ${milliseconds} ms.`);
  }
}
