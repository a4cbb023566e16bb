import { DehuskError } from "../basics/index.ts";

/** Takes the place of `judgeBlocks` in the small browser build, which has no block detectors. */
export function judgeBlocks(): never {
  throw new DehuskError("bad-model", "This build knows no block detectors: use dehusk-full.js.");
}
