/**
 * Aligns the tokens of two texts: a patience diff. Tokens that occur exactly once in both stretches are anchors (the
 * longest run of them in the same order); what lies between anchors is aligned recursively, and without anchors by
 * Myers' shortest edit script if the two are not too different. Moved text is found by aligning the remainder again.
 *
 * Time about n log n; memory linear except for the edit scripts, which are bounded.
 *
 * @returns For each token of `a` the index of its match in `b`, -1 for none.
 */
export function alignTokens(a: readonly string[], b: readonly string[]): Int32Array {
  const match = new Int32Array(a.length).fill(-1);
  align(a, b, (i, j) => {
    match[i] = j;
  });
  for (let pass = 0; pass < movedPasses; pass++) if (!alignMoved(a, b, match)) break;
  return match;
}

/**
 * Each pass finds one more order of moved stretches; annotated tables and their foster-parented text need one or two.
 */
const movedPasses = 3;

/** Shorter runs of moved tokens may match by chance. */
const minMoved = 3;

/** More edits than this between two anchors: the stretches are unrelated. */
const maxEdits = 400;

type Found = (i: number, j: number) => void;

function alignMoved(a: readonly string[], b: readonly string[], match: Int32Array): boolean {
  const taken = new Uint8Array(b.length);
  for (const j of match) if (j >= 0) taken[j] = 1;
  const leftA = indices(a.length, (i) => match[i] < 0);
  const leftB = indices(b.length, (j) => taken[j] === 0);
  if (leftA.length === 0 || leftB.length === 0) return false;
  const pairs: [number, number][] = [];
  align(
    leftA.map((i) => a[i]),
    leftB.map((j) => b[j]),
    (i, j) => pairs.push([leftA[i], leftB[j]]),
  );
  pairs.sort((p, q) => p[0] - q[0]);
  let found = false;
  for (let from = 0; from < pairs.length; ) {
    let to = from + 1;
    while (to < pairs.length && follows(pairs[to - 1], pairs[to])) to++;
    if (to - from >= minMoved) {
      for (const [i, j] of pairs.slice(from, to)) match[i] = j;
      found = true;
    }
    from = to;
  }
  return found;
}

function follows(before: readonly [number, number], after: readonly [number, number]): boolean {
  return after[0] === before[0] + 1 && after[1] === before[1] + 1;
}

function indices(length: number, wanted: (i: number) => boolean): number[] {
  const list: number[] = [];
  for (let i = 0; i < length; i++) if (wanted(i)) list.push(i);
  return list;
}

function align(a: readonly string[], b: readonly string[], found: Found): void {
  const work: [number, number, number, number][] = [[0, a.length, 0, b.length]];
  for (let task = work.pop(); task !== undefined; task = work.pop()) {
    let [fromA, toA, fromB, toB] = task;
    while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) found(fromA++, fromB++);
    while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) found(--toA, --toB);
    if (fromA === toA || fromB === toB) continue;
    const anchors = anchorsOf(a, b, fromA, toA, fromB, toB);
    if (anchors.length === 0) {
      alignByEdits(a, b, fromA, toA, fromB, toB, found);
      continue;
    }
    let lastA = fromA;
    let lastB = fromB;
    for (const [i, j] of anchors) {
      found(i, j);
      work.push([lastA, i, lastB, j]);
      lastA = i + 1;
      lastB = j + 1;
    }
    work.push([lastA, toA, lastB, toB]);
  }
}

/** Tokens that occur once in both stretches, as the longest list in which both orders agree. */
function anchorsOf(
  a: readonly string[],
  b: readonly string[],
  fromA: number,
  toA: number,
  fromB: number,
  toB: number,
): [number, number][] {
  const placeInB = uniquePlaces(b, fromB, toB);
  const pairs: [number, number][] = [];
  for (const [token, i] of uniquePlaces(a, fromA, toA)) {
    const j = placeInB.get(token) ?? -1;
    if (i >= 0 && j >= 0) pairs.push([i, j]);
  }
  pairs.sort((p, q) => p[0] - q[0]);
  return longestAscending(pairs);
}

function uniquePlaces(tokens: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let i = from; i < to; i++) places.set(tokens[i], places.has(tokens[i]) ? -1 : i);
  return places;
}

/** The longest list of pairs, sorted by the first number, in which the second ascends too. */
function longestAscending(pairs: readonly [number, number][]): [number, number][] {
  const tops: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [k, [, j]] of pairs.entries()) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tops[middle]][1] < j) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[k] = tops[low - 1];
    tops[low] = k;
  }
  const rising: [number, number][] = [];
  for (let k = tops.at(-1) ?? -1; k >= 0; k = before[k]) rising.push(pairs[k]);
  return rising.reverse();
}

/** Myers, An O(ND) difference algorithm (1986), with the rows kept for backtracking. */
function alignByEdits(
  a: readonly string[],
  b: readonly string[],
  fromA: number,
  toA: number,
  fromB: number,
  toB: number,
  found: Found,
): void {
  const n = toA - fromA;
  const m = toB - fromB;
  const most = Math.min(n + m, maxEdits);
  const reach = new Int32Array(2 * most + 3);
  const rows: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    rows.push(reach.slice());
    for (let k = -edits; k <= edits; k += 2) {
      const at = k + most + 1;
      const down = k === -edits || (k !== edits && reach[at - 1] < reach[at + 1]);
      let x = down ? reach[at + 1] : reach[at - 1] + 1;
      while (x < n && x - k < m && a[fromA + x] === b[fromB + x - k]) x++;
      reach[at] = x;
      if (k !== n - m || x < n) continue;
      walkBack(edits);
      return;
    }
  }

  function walkBack(edits: number): void {
    let x = n;
    let y = m;
    for (let d = edits; d >= 0; d--) {
      const row = rows[d];
      const k = x - y;
      const at = k + most + 1;
      const down = k === -d || (k !== d && row[at - 1] < row[at + 1]);
      const startX = d === 0 ? 0 : down ? row[at + 1] : row[at - 1];
      const startY = d === 0 ? 0 : startX - (down ? k + 1 : k - 1);
      while (x > startX && y > startY && x > 0 && y > 0 && a[fromA + x - 1] === b[fromB + y - 1]) {
        found(fromA + --x, fromB + --y);
      }
      x = startX;
      y = startY;
    }
  }
}
