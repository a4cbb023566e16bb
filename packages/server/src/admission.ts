import { ServiceError } from "./service-error.ts";

export interface AdmissionOptions {
  /** Requests that may be under way, those that wait included. */
  readonly requests: number;
  /** Bytes that they may hold together: of bodies, of pages fetched for them, of answers that are not taken yet. */
  readonly bytes: number;
  /** Bytes of a body. */
  readonly bodyBytes: number;
}

/** What all requests under way hold. */
interface Tally {
  requests: number;
  bytes: number;
}

/** Counts what is under way, from before a body is read until its answer is taken, so that memory is bounded. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #tally: Tally = { requests: 0, bytes: 0 };

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Bytes that all requests under way hold together. */
  get bytes(): number {
    return this.#tally.bytes;
  }

  /**
   * Lets a request in. Its bytes count as they come: who only promises some takes no room from others.
   *
   * @param contentLength Of its body, where it says so.
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

/** A request that was let in. It counts until its answer is taken or its client gone, and all that works on it is done. */
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

  /** To be called when nobody waits for the answer any more. */
  end(): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#release();
  }

  /**
   * Works on the request, which counts until that is done, however early its client goes.
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
   * Counts bytes more that the request holds. One request alone may hold any number.
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
   * Counts these bytes in the place of all before, which the request no longer holds.
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

/** What becomes of a request that nobody waits for. */
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
