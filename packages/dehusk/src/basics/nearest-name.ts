/** The known name that was most likely meant: one that a typing mistake or two turn into `name`. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const each of known) {
    const edits = countEdits(name.toLowerCase(), each.toLowerCase());
    if (edits < fewest) {
      best = each;
      fewest = edits;
    }
  }
  return best;
}

/** Levenshtein distance; two neighbouring letters that changed places count as one edit. */
function countEdits(a: string, b: string): number {
  if (a.length > longestName || b.length > longestName) return Number.POSITIVE_INFINITY;
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  const edits = (i: number, j: number): number => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (const [i, row] of table.entries()) {
    for (let j = 1; j <= b.length && i > 0; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? edits(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row[j] = Math.min(edits(i - 1, j) + 1, edits(i, j - 1) + 1, edits(i - 1, j - 1) + (isSame ? 0 : 1), swapped);
    }
  }
  return edits(a.length, b.length);
}

/** No option has a longer name; names come from callers and requests. */
const longestName = 40;
