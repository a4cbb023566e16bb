import { DehuskError } from "../../basics/index.ts";

const knownFailures: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
};

/** The error for a file or folder that cannot be read. */
export function unreadable(path: string, cause: unknown): DehuskError {
  return new DehuskError("unreadable", `Cannot read "${path}": ${reasonOf(cause)}.${hintFor(path, cause)}`, { cause });
}

/** Names of files that are there only by mistake look like hosts: a dot, and an ending that files do not have. */
function hintFor(path: string, cause: unknown): string {
  if ((cause as NodeJS.ErrnoException).code !== "ENOENT") return "";
  if (/^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:\/.*)?$/i.test(path)) return ` Did you mean http://${path}?`;
  const [, ending] = /^(?:[a-z0-9-]+\.)+([a-z]{2,})(?::\d+)?(?:\/.*)?$/i.exec(path) ?? [];
  if (ending === undefined || /^(?:x?html?|txt|md|json|jsonl|gz|br|zst|warc|wacz|xml|csv|pdf)$/i.test(ending))
    return "";
  return ` Did you mean https://${path}?`;
}

/** Why reading failed, in words. */
export function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return knownFailures[code ?? ""] ?? message;
}

/** The error for inputs over the limit. */
export function tooLarge(what: string, limitBytes: number): DehuskError {
  return new DehuskError("limit-bytes", `${what} is larger than the limit of ${limitBytes} bytes (--limit-bytes).`);
}
