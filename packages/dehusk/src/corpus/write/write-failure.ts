import { DehuskError } from "../../basics/index.ts";

const knownFailures: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EDQUOT: "the disk quota is exceeded",
  EISDIR: "it is a folder",
  ENOENT: "its folder does not exist, or takes no files",
  ENAMETOOLONG: "its name is too long",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is a file, not a folder",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
};

/** The error for a file or folder that cannot be written. */
export function unwritable(path: string, cause: unknown): DehuskError {
  if (cause instanceof DehuskError) return cause;
  const { code, message } = cause as NodeJS.ErrnoException;
  return new DehuskError("unwritable", `Cannot write "${path}": ${knownFailures[code ?? ""] ?? message}.`, { cause });
}
