import { ServiceError } from "./service-error.ts";

export interface AdmissionOptions {
  /** Maximum number of requests in progress, waiting ones included. */
  readonly requests: number;
  /** Maximum total bytes of their bodies, fetched pages and unsent answers. */
  readonly bytes: number;
  /** Maximum bytes of a body. */
  readonly bodyBytes: number;
}

/** Totals of all requests in progress. */
interface Tally {
  requests: number;
  bytes: number;
}

/** Counts requests and their bytes, from before a body is read until its answer is sent, so that memory is bounded. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #tally: Tally = { requests: 0, bytes: 0 };

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Total bytes of all requests in progress. */
  get bytes(): number {
    return this.#tally.bytes;
  }

  /**
   * Admits a request. Its bytes count as they arrive: a mere Content-Length takes no room from others.
   *
   * @param contentLength Of its body, if given.
   * @throws ServiceError 413 for a body that is too large by itself, 429 when there is no room now.
   */
  enter(contentLength: string | undefined): Stay {
    const { requests, bytes, bodyBytes } = this.#options;
    const length = Number(contentLength ?? 0);
    if (length > bodyBytes) {
      throw new ServiceError(413, "limit-bytes", `The body has ${length} bytes, the limit is ${bodyBytes}.`);
    }
    const isFull = this.#tally.bytes > 0 && this.#tally.bytes + length > bytes;
    if (isFull) throw tooManyBytes(bytes);
    if (this.#tally.requests >= requests) throw tooManyRequests(requests);
    return new Stay(this.#tally, bytes);
  }
}

/** An admitted request. It counts until its answer is sent or its client is gone, and all work on it has ended. */
export class Stay {
  readonly #tally: Tally;
  readonly #mostBytes: number;
  readonly #over = new AbortController();
  #bytes = 0;
  #holders = 1;

  constructor(tally: Tally, mostBytes: number) {
    this.#tally = tally;
    this.#mostBytes = mostBytes;
    tally.requests++;
  }

  /** Aborted when nobody waits for the answer: the client has it, or is gone. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** @throws ServiceError 499 when nobody waits for the answer. */
  checkOpen(): void {
    if (this.#over.signal.aborted) throw givenUp();
  }

  /** Call it when nobody waits for the answer any more. */
  end(): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#release();
  }

  /**
   * Runs work on the request, which counts until the work is done, even if its client is gone.
   *
   * @throws ServiceError 499 when it is gone already.
   */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.checkOpen();
    this.#holders++;
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /**
   * Counts additional bytes of the request. A single request may hold any number.
   *
   * @throws ServiceError 429 when there is no room for them.
   */
  add(bytes: number): void {
    const others = this.#tally.bytes - this.#bytes;
    if (others > 0 && this.#tally.bytes + bytes > this.#mostBytes) throw tooManyBytes(this.#mostBytes);
    this.#bytes += bytes;
    this.#tally.bytes += bytes;
  }

  /**
   * Counts these bytes instead of all earlier ones, which the request has released.
   *
   * @throws ServiceError 429 when there is no room for them.
   */
  replace(bytes: number): void {
    this.#drop();
    this.add(bytes);
  }

  #drop(): void {
    this.#tally.bytes -= this.#bytes;
    this.#bytes = 0;
  }

  #release(): void {
    if (--this.#holders > 0) return;
    this.#drop();
    this.#tally.requests--;
  }
}

/** The error for a request that nobody waits for. */
export function givenUp(): ServiceError {
  return new ServiceError(499, "bad-request", "The client closed the request.");
}

function tooManyRequests(limit: number): ServiceError {
  return new ServiceError(429, "busy", `Too many requests are under way (limit ${limit}): try again in a second.`);
}

function tooManyBytes(limit: number): ServiceError {
  const message = `The requests under way are too large together (limit ${limit} bytes): try again in a second.`;
  return new ServiceError(429, "busy", message);
}
