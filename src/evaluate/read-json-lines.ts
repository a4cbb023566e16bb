import { createReadStream } from "node:fs";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { DehuskError } from "../page/index.ts";

/**
 * The records of a JSON-lines file, one after the other; `.br` and `.gz` are decompressed on the way. Only one line is
 * held at a time. Lines end at line feeds alone: `readline` would also cut at U+2028, which JSON strings may hold.
 *
 * @throws DehuskError `unreadable` when the file is not there, is cut short, or has a line that is no JSON.
 */
export async function* readJsonLines<T>(path: string): AsyncGenerator<T> {
  let number = 0;
  try {
    for await (const line of linesOf(path)) {
      number++;
      if (line.trim() !== "") yield JSON.parse(line) as T;
    }
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    const place = number === 0 ? "" : ` near line ${number}`;
    throw new DehuskError("unreadable", `Cannot read "${path}"${place}: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const decompress = path.endsWith(".br")
    ? createBrotliDecompress()
    : path.endsWith(".gz")
      ? createGunzip()
      : undefined;
  // A file that cannot be opened must end the stream that is read, too.
  if (decompress !== undefined) file.on("error", (error) => decompress.destroy(error));
  const stream = decompress === undefined ? file : file.pipe(decompress);
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      const [first, ...rest] = decoder.decode(chunk, { stream: true }).split("\n");
      pieces.push(first as string);
      for (const line of rest) {
        yield pieces.join("");
        pieces = [line];
      }
    }
    yield pieces.join("") + decoder.decode();
  } finally {
    stream.destroy();
    file.destroy();
  }
}
