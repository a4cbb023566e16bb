import type { Console } from "./console.ts";

/** What is printed as 1.000. */
const perfect = 0.9995;

/** Warns if a model makes no mistake on what it was not trained on, which hardly happens with real pages. */
export function warnIfPerfect(scores: readonly (number | null | undefined)[], console: Console): void {
  const known = scores.filter((score) => typeof score === "number");
  if (known.length === 0 || known.some((score) => score < perfect)) return;
  console.warn(
    "The held-out scores are perfect. Check that there are enough pages, and that sites or sets have none in common.",
  );
}
