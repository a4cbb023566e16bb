/** A line of a stream: its bytes without the line break, or undefined if over the limit. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly bytes: Uint8Array | undefined;
}

const newline = 10;

/** Splits a stream of bytes at line feeds. Holds at most one line, and of an overlong line at most the limit. */
export async function* readLines(stream: AsyncIterable<Uint8Array>, limitBytes: number): AsyncGenerator<Line> {
  let number = 1;
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      hold(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    hold(chunk.subarray(start));
  }
  if (length > 0) yield take();

  function hold(piece: Uint8Array): void {
    length += piece.length;
    if (length > limitBytes) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  }

  function take(): Line {
    const bytes = length > limitBytes ? undefined : Buffer.concat(pieces, length);
    pieces = [];
    length = 0;
    return { number: number++, bytes };
  }
}
