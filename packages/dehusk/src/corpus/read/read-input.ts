import { fstatSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { DehuskError } from "../../basics/index.ts";
import { tooLarge, unreadable } from "./unreadable.ts";

const chunkBytes = 64 * 1024;

/**
 * The bytes of one page. Reading stops at the limit.
 *
 * @throws DehuskError `unreadable`, or `limit-bytes` as soon as the size is known to exceed the limit.
 */
export async function readInput(
  path: string,
  limitBytes: number,
  stdin?: AsyncIterable<Uint8Array>,
): Promise<Uint8Array> {
  if (path === "-") return readStdin(stdin ?? process.stdin, limitBytes);
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { size } = await file.stat();
    if (size > limitBytes) throw tooLarge(`File "${path}"`, limitBytes);
    return await collect(chunksOf(file), limitBytes, `File "${path}"`);
  } catch (error) {
    throw error instanceof DehuskError ? error : unreadable(path, error);
  } finally {
    await file?.close();
  }
}

/** The bytes of a file. To set up a stream takes longer than to read a page. */
async function* chunksOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(chunkBytes) });
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

async function readStdin(stdin: AsyncIterable<Uint8Array>, limitBytes: number): Promise<Uint8Array> {
  try {
    if (stdin === process.stdin && fstatSync(0).isDirectory()) throw new Error("it is a folder");
    return await collect(stdin, limitBytes, "Standard input");
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    throw new DehuskError("unreadable", `Cannot read standard input: ${(error as Error).message}.`, { cause: error });
  }
}

async function collect(stream: AsyncIterable<Uint8Array>, limitBytes: number, what: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limitBytes) throw tooLarge(what, limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
