import { DehuskError } from "../basics/index.ts";
import { Exit, exitFor } from "./exit-codes.ts";
import type { Console } from "./output/console.ts";

/** Runs a command's work; returns the exit code if it fails as a whole. */
export async function attempt(console: Console, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    console.endProgress();
    console.error(error);
    return error instanceof DehuskError ? exitFor(error.code) : Exit.Internal;
  }
}
