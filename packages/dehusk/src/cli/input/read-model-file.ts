import { readFile } from "node:fs/promises";
import { DehuskError } from "../../basics/index.ts";

/**
 * The text of a file that a command works with.
 *
 * @throws DehuskError `unreadable`.
 */
export async function readModelFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : message;
    throw new DehuskError("unreadable", `Cannot read "${path}": ${reason}.`, { cause: error });
  }
}
