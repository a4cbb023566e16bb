import { Worker } from "node:worker_threads";
import { workerScript } from "dehusk/internal/threads";
import { givenUp } from "./admission.ts";
import { type ServiceCode, ServiceError } from "./service-error.ts";

/** The thread's settings. */
export interface FetchStart {
  /** Maximum bytes of a page, and milliseconds for it. */
  readonly bytes: number;
  readonly milliseconds: number;
  readonly userAgent: string;
  /** Whether private addresses are allowed. */
  readonly allowPrivate: boolean;
}

export interface FetchRequest {
  readonly call: number;
  readonly url: string;
  /** Whether to return the page as JSON `{ version, url, html }` instead of its bytes. */
  readonly asJson: boolean;
}

/** Sent when no request waits for a page any more. */
export interface FetchEnd {
  readonly end: number;
}

/** Reports bytes that have arrived. */
export interface FetchProgress {
  readonly call: number;
  readonly arrived: number;
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

export interface FetchThreadOptions extends Pick<FetchRequest, "asJson"> {
  /** Aborted when no request waits for the page: the fetch ends. */
  readonly signal: AbortSignal;
  /** Called with bytes as they arrive; an error it throws ends the fetch. */
  readonly onBytes: (bytes: number) => void;
}

/** A pending fetch. */
interface Waiter {
  readonly settle: (answer: FetchAnswer | Promise<never>) => void;
  readonly onBytes: (bytes: number) => void;
}

/** Number of parallel fetches. */
const mostAtOnce = 64;

/** Fetches pages in a thread of its own, under the address policy of `fetchPage`. */
export class FetchThread {
  readonly #start: FetchStart;
  readonly #waiting = new Map<number, Waiter>();
  #worker: Worker | undefined;
  #calls = 0;

  constructor(start: FetchStart) {
    this.#start = start;
  }

  /**
   * Fetches a page. robots.txt is not consulted: a client requested this URL.
   *
   * @throws ServiceError 403 for an address that is not allowed; 413, 422, 499, 502, 504; what `onBytes` throws.
   */
  async fetch(url: string, { asJson, signal, onBytes }: FetchThreadOptions): Promise<FetchedPage> {
    if (this.#waiting.size >= mostAtOnce) {
      throw new ServiceError(429, "busy", `${mostAtOnce} pages are being fetched already: try again later.`);
    }
    const call = ++this.#calls;
    const giveUp = (): void => this.#end(call, givenUp());
    signal.addEventListener("abort", giveUp, { once: true });
    const answer = await new Promise<FetchAnswer>((settle) => {
      this.#waiting.set(call, { settle, onBytes });
      this.#open().postMessage({ call, url, asJson } satisfies FetchRequest);
    }).finally(() => signal.removeEventListener("abort", giveUp));
    if (answer.error !== undefined) {
      const { status, code, message } = answer.error;
      throw new ServiceError(status, code, message);
    }
    return answer;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Ends a fetch with an error. */
  #end(call: number, error: unknown): void {
    const waiter = this.#waiting.get(call);
    this.#waiting.delete(call);
    waiter?.settle(Promise.reject(error));
    this.#worker?.postMessage({ end: call } satisfies FetchEnd);
  }

  #onMessage(message: FetchAnswer | FetchProgress): void {
    const waiter = this.#waiting.get(message.call);
    if ("arrived" in message) {
      try {
        waiter?.onBytes(message.arrived);
      } catch (error) {
        this.#end(message.call, error);
      }
      return;
    }
    this.#waiting.delete(message.call);
    waiter?.settle(message);
  }

  #open(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(workerScript("fetch-worker", import.meta.url), { workerData: this.#start });
    worker.on("message", (message: FetchAnswer | FetchProgress) => this.#onMessage(message));
    worker.on("error", () => {});
    worker.on("exit", () => {
      this.#worker = undefined;
      const error = { status: 500, code: "crashed", message: "The thread that fetches pages ended." } as const;
      for (const [call, { settle }] of this.#waiting) settle({ call, error });
      this.#waiting.clear();
    });
    this.#worker = worker;
    return worker;
  }
}
