/** A source with its line breaks normalized. */
export interface NormalizedLines {
  readonly source: string;
  /** Turns positions in it into positions of the original. */
  restore(positions: number[]): void;
}

/** Makes all line breaks line feeds, as the standard does before it parses. */
export function normalizeLines(html: string): NormalizedLines {
  if (!html.includes("\r")) return { source: html, restore: () => {} };
  // Patterns without choices, which are replaced at the speed of copying.
  const source = html.replace(/\r\n/g, "\n").replace(/\r/g, "\n");
  return { source, restore: (positions) => restore(html.split("\r\n"), positions) };
}

function restore(lines: readonly string[], positions: number[]): void {
  // Where each line after a dropped carriage return starts.
  const starts = new Int32Array(lines.length);
  for (let i = 1; i < lines.length; i++) starts[i] = starts[i - 1] + lines[i - 1].length + 1;
  for (let node = 0; node < positions.length; node++) {
    const position = positions[node];
    if (position === undefined) continue;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= position) low = middle;
      else high = middle - 1;
    }
    positions[node] = position + low;
  }
}
