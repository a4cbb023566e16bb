import { Worker } from "node:worker_threads";
import { workerScript } from "dehusk/internal/threads";
import { type ServiceCode, ServiceError } from "./service-error.ts";

/** What the thread is started with. */
export interface FetchStart {
  /** Most bytes of a page, and most milliseconds for it. */
  readonly bytes: number;
  readonly milliseconds: number;
  readonly userAgent: string;
  /** Whether addresses that are not public may be connected to. */
  readonly allowPrivate: boolean;
}

export interface FetchRequest {
  readonly call: number;
  readonly url: string;
  /** Whether the page is wanted as `{ version, url, html }`, in JSON, in place of its bytes. */
  readonly asJson: boolean;
}

export type FetchAnswer =
  | {
      readonly call: number;
      readonly url: string;
      readonly bytes: Uint8Array;
      readonly encoding: string | undefined;
      readonly error?: undefined;
    }
  | {
      readonly call: number;
      readonly error: { readonly status: number; readonly code: ServiceCode; readonly message: string };
    };

/** A page that was fetched. */
export type FetchedPage = Extract<FetchAnswer, { readonly error?: undefined }>;

/** Pages that are fetched at a time. */
const mostAtOnce = 64;

/** Fetches pages in a thread of its own, under the address policy of `fetchPage`. */
export class FetchThread {
  readonly #start: FetchStart;
  readonly #waiting = new Map<number, (answer: FetchAnswer) => void>();
  #worker: Worker | undefined;
  #calls = 0;

  constructor(start: FetchStart) {
    this.#start = start;
  }

  /**
   * Fetches a page. robots.txt is not asked: each address is one that somebody asks for.
   *
   * @throws ServiceError 403 for an address that is not allowed; 413, 422, 502, 504.
   */
  async fetch(url: string, asJson: boolean): Promise<FetchedPage> {
    if (this.#waiting.size >= mostAtOnce) {
      throw new ServiceError(429, "busy", `${mostAtOnce} pages are being fetched already: try again later.`);
    }
    const call = ++this.#calls;
    const answer = await new Promise<FetchAnswer>((resolve) => {
      this.#waiting.set(call, resolve);
      this.#open().postMessage({ call, url, asJson } satisfies FetchRequest);
    });
    if (answer.error !== undefined) {
      const { status, code, message } = answer.error;
      throw new ServiceError(status, code, message);
    }
    return answer;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #open(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(workerScript("fetch-worker", import.meta.url), { workerData: this.#start });
    worker.on("message", (answer: FetchAnswer) => {
      this.#waiting.get(answer.call)?.(answer);
      this.#waiting.delete(answer.call);
    });
    worker.on("error", () => {});
    worker.on("exit", () => {
      this.#worker = undefined;
      const error = { status: 500, code: "crashed", message: "The thread that fetches pages ended." } as const;
      for (const [call, resolve] of this.#waiting) resolve({ call, error });
      this.#waiting.clear();
    });
    this.#worker = worker;
    return worker;
  }
}
