import { DehuskError } from "../../basics/index.ts";
import { type PageLineOptions, pageLine } from "../../batch/index.ts";
import { type InputFile, readPageFile, WholeFile } from "../../corpus/index.ts";
import { Exit } from "../exit-codes.ts";
import { writeStdout } from "../output/write-output.ts";

/** How the lines of JSON are written, where errors go that are not to be lines, and who hears of files without pages. */
export interface RecordFormat {
  readonly head: string;
  readonly write: (line: string) => string;
  readonly onFailed: ((error: DehuskError, id: string) => void) | undefined;
  readonly onEmpty: (name: string) => void;
}

/**
 * Writes each page of some files, of which any may hold many pages, as `dehusk batch` does, or in another format.
 *
 * @returns The exit status.
 */
export async function extractRecords(
  files: readonly InputFile[],
  options: PageLineOptions,
  output: string | undefined,
  { head, write, onFailed, onEmpty }: RecordFormat,
): Promise<number> {
  const target = output === undefined ? undefined : await WholeFile.open(output);
  const put = async (text: string): Promise<boolean> => {
    if (target === undefined) return writeStdout(text);
    await target.write(Buffer.from(text));
    return true;
  };
  let status: number = Exit.Done;
  if (head !== "") await put(head);
  for (const file of files) {
    let isEmpty = true;
    for await (const record of readPageFile(file, { limitBytes: options.limits?.bytes })) {
      isEmpty = false;
      const answer = pageLine(record, options);
      if (answer.line === undefined) continue;
      if (answer.failed !== undefined) {
        status = Exit.SomeFailed;
        if (onFailed !== undefined) {
          const { id, error } = JSON.parse(answer.line);
          onFailed(new DehuskError(error.code, error.message), id);
          continue;
        }
      }
      if (!(await put(write(answer.line)))) return status;
    }
    if (isEmpty) onEmpty(file.name);
  }
  await target?.close();
  return status;
}
