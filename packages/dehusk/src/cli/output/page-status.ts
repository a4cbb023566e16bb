import type { Console } from "./console.ts";

/** Shows pages and pages a second, a few times a second. */
export function createPageStatus(console: Console, what = "pages"): (pages: number) => void {
  const start = performance.now();
  let shown = start;
  return (pages) => {
    const now = performance.now();
    if (now - shown < 200) return;
    shown = now;
    console.status(`${pages} ${what}, ${Math.round((pages * 1000) / (now - start))} pages/s`);
  };
}
