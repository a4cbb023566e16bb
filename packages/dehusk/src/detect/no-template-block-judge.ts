import { DehuskError } from "../basics/index.ts";

/** Takes the place of `judgeTemplateBlocks` in the small browser build, which has no block detectors. */
export function judgeTemplateBlocks(): never {
  throw new DehuskError("bad-model", "This build knows no block detectors: use dehusk-full.js.");
}
