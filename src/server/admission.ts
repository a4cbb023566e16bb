import { ServiceError } from "./service-error.ts";

export interface AdmissionOptions {
  /** Requests that may be under way, those that wait included. */
  readonly requests: number;
  /** Bytes of their bodies. */
  readonly bytes: number;
  /** Bytes of a body, which one that does not tell its length is taken for. */
  readonly bodyBytes: number;
}

/** Counts what is under way, from before a body is read until its answer is sent, so that memory is bounded. */
export class Admission {
  readonly #options: AdmissionOptions;
  #requests = 0;
  #bytes = 0;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /**
   * Lets a request in.
   *
   * @param contentLength Of its body, where it says so.
   * @returns What is to be called when it is done with.
   * @throws ServiceError 413 for a body that is too large by itself, 429 when there is no room now.
   */
  enter(contentLength: string | undefined): () => void {
    const { requests, bytes, bodyBytes } = this.#options;
    const length = contentLength === undefined ? bodyBytes : Number(contentLength);
    if (length > bodyBytes) {
      throw new ServiceError(413, "limit-bytes", `The body has ${length} bytes, the limit is ${bodyBytes}.`);
    }
    const isFull = this.#requests >= requests || (this.#requests > 0 && this.#bytes + length > bytes);
    if (isFull) throw new ServiceError(429, "busy", "As many requests are waiting as may: try again in a second.");
    this.#requests++;
    this.#bytes += length;
    return () => {
      this.#requests--;
      this.#bytes -= length;
    };
  }
}
