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
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits = Math.min(edits, before[j - 2] + 1);
      row.push(edits);
    }
    before = last;
    last = row;
  }
  return last[b.length];
}

/** No option has a longer name; names come from callers and requests. */
const longestName = 40;
