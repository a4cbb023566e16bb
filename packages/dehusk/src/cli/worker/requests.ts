import { checkNames, DehuskError, type ErrorCode, isRecord } from "../../basics/index.ts";
import type { WorkBatch, WorkItem } from "../../batch/index.ts";
import type { Frame } from "./frames.ts";

/** The requests of `dehusk worker`. */
export type Request =
  | { readonly kind: "pages"; readonly batch: WorkBatch; readonly sites: boolean }
  | { readonly kind: "learn"; readonly batch: WorkBatch }
  | ReadRequest;

/** The pages of a file, or of a range of its bytes. */
export interface ReadRequest {
  readonly kind: "read";
  readonly path: string;
  /** Its name in ids. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Whether to answer with the pages themselves instead of lines. */
  readonly asPages: boolean;
  /** Records that were answered before. */
  readonly skip: number;
  /** So many records are taken one at a time: one of them has ended a worker. */
  readonly single: number;
  /** Numbers of records that must not be processed. */
  readonly refuse: ReadonlySet<number>;
}

/** @throws DehuskError `bad-input` for anything else. */
export function requestOf({ head, body }: Frame): Request {
  if ("read" in head) return readRequest(head);
  const key = "learn" in head ? "learn" : "pages";
  checkNames(head, [key, "sites"]);
  const batch = batchOf(head[key], body);
  return key === "learn" ? { kind: "learn", batch } : { kind: "pages", batch, sites: head["sites"] === true };
}

function readRequest(head: Frame["head"]): ReadRequest {
  checkNames(head, ["read", "name", "from", "to", "asPages", "skip", "single", "refuse"]);
  const { read: path, name = path, from = 0, to = Number.MAX_SAFE_INTEGER, skip = 0, single = 0 } = head;
  const { asPages = false, refuse = [] } = head;
  if (typeof path !== "string" || typeof name !== "string") throw bad(`"read" and "name" must be paths`);
  for (const [key, value] of Object.entries({ from, to, skip, single })) {
    if (!isCount(value)) throw bad(`"${key}" must be a whole number`);
  }
  if (!Array.isArray(refuse) || !refuse.every(isCount)) throw bad(`"refuse" must be a list of numbers`);
  const counts = { from, to, skip, single } as { from: number; to: number; skip: number; single: number };
  return { kind: "read", path, name, ...counts, asPages: asPages === true, refuse: new Set(refuse as number[]) };
}

function batchOf(pages: unknown, bytes: Uint8Array): WorkBatch {
  if (!Array.isArray(pages)) throw bad(`A request has "pages", "learn" or "read"`);
  let from = 0;
  const items = pages.map((page: unknown): WorkItem => {
    if (!isRecord(page)) throw bad("A page must be an object");
    const { id, url, encoding, length, text, error } = page;
    if (typeof id !== "string" || !isCount(length)) throw bad(`A page must have an "id" and the "length" of its bytes`);
    const to = from + length;
    if (to > bytes.length) throw bad(`The bytes of page ${JSON.stringify(id)} are missing`);
    const item: WorkItem = {
      id,
      url: typeof url === "string" ? url : undefined,
      encoding: typeof encoding === "string" ? encoding : undefined,
      html: text === true ? Buffer.from(bytes.subarray(from, to)).toString() : undefined,
      failure: isRecord(error) ? failureOf(error) : undefined,
      ...{ from, to },
    };
    from = to;
    return item;
  });
  return { items, bytes };
}

/** What was wrong with a page when it was read: its line tells it. */
function failureOf({ code, message }: Readonly<Record<string, unknown>>): NonNullable<WorkItem["failure"]> {
  if (typeof code !== "string" || typeof message !== "string") throw bad(`"error" must have a "code" and a "message"`);
  return { code: code as ErrorCode, message };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function bad(reason: string): DehuskError {
  return new DehuskError("bad-input", `${reason}.`);
}
