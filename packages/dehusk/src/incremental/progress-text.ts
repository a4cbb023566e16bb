import type { Progress } from "./segment-store.ts";

/** Progress as stored: ASCII-only JSON, which every database accepts. */
export function writeProgress(progress: Progress): string {
  return JSON.stringify(progress).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function readProgress(text: string): Progress {
  return JSON.parse(text) as Progress;
}
