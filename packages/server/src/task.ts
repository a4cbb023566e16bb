import type { Limits } from "dehusk/internal/page";

/** What a thread is asked for. */
export type TaskVerb = "extract" | "detect" | "segment" | "add" | "site";

/** A request on its way to a thread, as messages can carry it. */
export interface Task {
  readonly verb: TaskVerb;
  /** Options that came with the address: checked, but not yet joined with those in the body. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The site, for the verbs that have one. */
  readonly site?: string | undefined;
  readonly body?: TaskBody | undefined;
}

/** The body of a request, as it came. */
export interface TaskBody {
  readonly bytes: Uint8Array;
  readonly kind: "html" | "json";
  /** What the bytes are compressed with. */
  readonly coding?: string | undefined;
  /** The charset of the Content-Type. */
  readonly charset?: string | undefined;
}

/** What a thread is started with. */
export interface ThreadStart {
  readonly limits: Limits;
  /** How many requests the thread has begun with, on shared memory. */
  readonly begun: Int32Array;
}

/** A finished answer. */
export interface TaskAnswer {
  readonly status: number;
  /** Its Content-Type. */
  readonly type: string;
  readonly body: Uint8Array;
  /** The code of the error that it tells of. */
  readonly code?: string | undefined;
  /** Where an error that should not happen came from, for the log. */
  readonly fault?: string | undefined;
}

/** Says that the page is to be fetched first, and asked for again with these options. */
export interface FetchWish {
  readonly url: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A call of a method of the store, which lives where the service does. */
export interface StoreCall {
  readonly call: number;
  readonly method: "read" | "append" | "compact" | "settings" | "sites";
  readonly parameters: readonly unknown[];
}

/** What came of it. */
export type StoreResult =
  | { readonly call: number; readonly value: unknown; readonly error?: undefined }
  | { readonly call: number; readonly error: { readonly code: string; readonly message: string } };

/** What threads are sent. */
export type ToThread = { readonly task: Task } | { readonly result: StoreResult };

/** What threads send. */
export type FromThread =
  | { readonly ready: true }
  | { readonly answer: TaskAnswer }
  | { readonly wish: FetchWish }
  | { readonly store: StoreCall };
