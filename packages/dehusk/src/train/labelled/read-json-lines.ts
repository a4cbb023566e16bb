import { DehuskError } from "../../basics/index.ts";
import { openPacked, readLines } from "../../corpus/index.ts";

/**
 * The records of a JSON-lines file, one by one; `.br` and `.gz` are decompressed. Holds one line at a time. Only line
 * feeds end a line: `readline` would also split at U+2028, which JSON strings may contain.
 *
 * @throws DehuskError `unreadable` if the file is missing, truncated, or has a line that is not JSON.
 */
export async function* readJsonLines<T>(path: string): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  let number = 0;
  try {
    for await (const line of readLines(openPacked(path), Number.POSITIVE_INFINITY)) {
      number = line.number;
      const text = decoder.decode(line.bytes);
      if (text.trim() !== "") yield JSON.parse(text) as T;
    }
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    const place = number === 0 ? "" : ` near line ${number}`;
    throw new DehuskError("unreadable", `Cannot read "${path}"${place}: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}
