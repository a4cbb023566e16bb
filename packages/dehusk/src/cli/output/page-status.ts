import type { ReadProgress } from "../../corpus/index.ts";
import { shareRead } from "./batch-status.ts";
import type { Console } from "./console.ts";
import { timeLeft } from "./time-left.ts";

/** The progress line of a command that reads pages one by one. */
export interface PageStatus {
  /** How many pages there were. */
  onPage(pages: number): void;
  /** How much of the inputs is read: what `readPages` tells. */
  onRead(progress: ReadProgress): void;
}

/** Shows pages, pages a second and, where the size of the inputs is known, how far it is; a few times a second. */
export function createPageStatus(console: Console, what = "pages"): PageStatus {
  const start = performance.now();
  let shown = start;
  let read: ReadProgress | undefined;
  return {
    onPage(pages) {
      const now = performance.now();
      if (now - shown < 200) return;
      shown = now;
      const parts = [`${pages} ${what}`, `${Math.round((pages * 1000) / (now - start))} pages/s`];
      if (read?.of !== undefined) {
        parts.unshift(shareRead(read));
        const left = timeLeft((now - start) / 1000, read.bytes, read.of);
        if (left !== undefined) parts.push(left);
      }
      console.status(parts.join(", "));
    },
    onRead(progress) {
      read = progress;
    },
  };
}
