/** One picture of a `srcset`. */
export interface Candidate {
  readonly url: string;
  /** "640w", "2x", or "" */
  readonly descriptor: string;
}

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);
const COMMA = 0x2c;

/** Maximum candidates of a picture. */
const mostCandidates = 100;

/** Reads a `srcset` as browsers do: a URL ends at white space, so it may contain commas. */
export function parseSrcset(srcset: string): Candidate[] {
  const candidates: Candidate[] = [];
  let at = 0;
  while (at < srcset.length && candidates.length < mostCandidates) {
    while (at < srcset.length && (isSpace(srcset.charCodeAt(at)) || srcset.charCodeAt(at) === COMMA)) at++;
    const start = at;
    while (at < srcset.length && !isSpace(srcset.charCodeAt(at))) at++;
    let end = at;
    while (end > start && srcset.charCodeAt(end - 1) === COMMA) end--;
    if (end === start) continue;
    const url = srcset.slice(start, end);
    let descriptor = "";
    if (end === at) {
      const comma = srcset.indexOf(",", at);
      const stop = comma < 0 ? srcset.length : comma;
      descriptor = srcset.slice(at, stop).trim();
      at = stop;
    }
    candidates.push({ url, descriptor });
  }
  return candidates;
}

/** Wide enough for reading: the full size of a photograph is useless on a page. */
const suitableWidth = 2000;

/** The largest candidate up to a suitable width; if all are larger, the smallest. */
export function pickCandidate(candidates: readonly Candidate[]): string | undefined {
  let best: Candidate | undefined;
  let bestRank = -1;
  for (const candidate of candidates) {
    const size = Number.parseFloat(candidate.descriptor);
    const width = candidate.descriptor.endsWith("x") ? size * 1000 : size;
    const rank = !(width > 0) ? 0.5 : width <= suitableWidth ? 1 + width : 1 / width;
    if (rank > bestRank) {
      best = candidate;
      bestRank = rank;
    }
  }
  return best?.url;
}
