import { type PageLineOptions, pageLine } from "../../batch/index.ts";
import { type InputFile, readPageFile, WholeFile } from "../../corpus/index.ts";
import { Exit } from "../exit-codes.ts";
import { writeStdout } from "../output/write-output.ts";

/**
 * Writes a line of JSON for each page of some files, of which any may hold many pages, as `dehusk batch` does.
 *
 * @returns The exit status.
 */
export async function extractRecords(
  files: readonly InputFile[],
  options: PageLineOptions,
  output: string | undefined,
): Promise<number> {
  const target = output === undefined ? undefined : await WholeFile.open(output);
  let status: number = Exit.Done;
  for (const file of files) {
    for await (const record of readPageFile(file, { limitBytes: options.limits?.bytes })) {
      const answer = pageLine(record, options);
      if ("failed" in answer) status = Exit.SomeFailed;
      if (target !== undefined) await target.write(Buffer.from(`${answer.line}\n`));
      else if (!(await writeStdout(`${answer.line}\n`))) return status;
    }
  }
  await target?.close();
  return status;
}
