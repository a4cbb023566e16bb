import { createReadStream } from "node:fs";
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DehuskError } from "dehusk/internal/basics";
import type { PlacedRecord } from "dehusk/internal/batch";
import { type PageRecord, pageOfLine, readLines, readPageFile, readWarc } from "dehusk/internal/corpus";
import { defaultLimits } from "dehusk/internal/page";
import type { PlannedInput, Task } from "../plan/cut-into-tasks.ts";
import { positionIn } from "../plan/positions.ts";
import type { RunPlan } from "../plan/run-plan.ts";
import type { TaskContext } from "../plan/task.ts";
import { download, isWebAddress } from "../queue/download.ts";

/**
 * Reads the records of a map. What cannot be read is a record with an error.
 *
 * @throws DehuskError `unreadable` for a whole file that is not there, or not as it was: another worker may see it.
 */
export async function* readTask({
  plan,
  number,
  signal,
}: Pick<TaskContext, "plan" | "number" | "signal">): AsyncGenerator<PlacedRecord> {
  let read = 0;
  for await (const record of recordsOf(plan, number, signal)) yield { position: positionIn(number, read++), record };
}

async function* recordsOf(
  { inputs, tasks, settings }: RunPlan,
  number: number,
  signal: AbortSignal,
): AsyncGenerator<PageRecord> {
  const task = tasks[number] as Task;
  const limitBytes = settings.limits?.bytes ?? defaultLimits.bytes;
  for (const input of inputs.slice(task.first, task.end)) {
    const { from, to } = task;
    if (isWebAddress(input.path)) {
      yield* readDownloaded(input, limitBytes, signal);
      continue;
    }
    await checkInput(input);
    // A file that changes while it is read gives neither its old pages nor its new ones.
    yield* readInput(input, from, to, limitBytes);
    await checkInput(input);
  }
}

async function* readInput(
  input: PlannedInput,
  from: number | undefined,
  to: number | undefined,
  limitBytes: number,
): AsyncGenerator<PageRecord> {
  if (from === undefined || to === undefined) yield* readPageFile(input, { limitBytes });
  else if (/\.jsonl$/i.test(input.path)) yield* readLinesBetween(input, from, to, limitBytes);
  else yield* readWarc(input.path, { name: input.name, limitBytes, start: from, end: to });
}

async function checkInput({ path, bytes, modified }: PlannedInput): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.size === bytes && Math.floor(found.mtimeMs) === modified) return;
  const why =
    found === undefined ? "there is no such file on this machine" : "it has changed since the run was submitted";
  throw new DehuskError("unreadable", `Cannot read "${path}": ${why}.`);
}

/** The pages of a file at a URL, through a temporary file. */
async function* readDownloaded(
  { path: url, name }: PlannedInput,
  limitBytes: number,
  signal: AbortSignal,
): AsyncGenerator<PageRecord> {
  const folder = await mkdtemp(join(tmpdir(), "dehusk-input-"));
  try {
    // The extension tells the type.
    const path = join(folder, basename(new URL(url).pathname).slice(-100) || "page.html");
    await download(url, path, { signal });
    yield* readPageFile({ path, name }, { limitBytes });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lines that begin in a stretch of a file. One without an id is named by the stretch and its number there. */
async function* readLinesBetween(
  { path, name }: PlannedInput,
  from: number,
  to: number,
  limitBytes: number,
): AsyncGenerator<PageRecord> {
  const file = from === 0 ? name : `${name}@${from}`;
  try {
    // Whether the first byte starts a line depends on the byte before it.
    const start = Math.max(0, from - 1);
    let place = start;
    for await (const { number, bytes } of readLines(createReadStream(path, { start }), limitBytes)) {
      const begins = place;
      place = bytes === undefined ? await afterLine(path, begins) : begins + bytes.length + 1;
      if (begins >= to) return;
      // The rest of a line that begins in the stretch before.
      if (from > 0 && number === 1) continue;
      const line = from > 0 ? number - 1 : number;
      if (bytes === undefined) yield { id: `${file}:${line}`, error: tooLong(`Line ${line} of "${file}"`, limitBytes) };
      else if (bytes.some((byte) => byte > 32)) yield pageOfLine({ line: bytes, number: line, file });
    }
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    const message = `File "${name}" cannot be read: ${(error as Error).message}.`;
    yield { id: file, error: new DehuskError("unreadable", message, { cause: error }) };
  }
}

/** Where the line after one begins; for lines that are too long to be held. */
async function afterLine(path: string, begins: number): Promise<number> {
  const file = await open(path);
  try {
    const chunk = Buffer.allocUnsafe(1 << 16);
    for (let at = begins; ; ) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      const end = chunk.subarray(0, bytesRead).indexOf(10);
      if (end >= 0 || bytesRead === 0) return at + Math.max(end, 0) + 1;
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}

function tooLong(place: string, limitBytes: number): DehuskError {
  const message = `${place} is longer than the limit of ${limitBytes} bytes (--limit-bytes).`;
  return new DehuskError("limit-bytes", message);
}
