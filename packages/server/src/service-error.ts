import { DehuskError, type ErrorCode } from "dehusk/internal/basics";

/**
 * The error codes of answers: those of the library, and those of the service.
 *
 * - `limit-memory`, `crashed`: the page ended its thread.
 * - `limit-pages`: the file has more pages than a request may have.
 * - `limit-sites`: memory has no room for another site.
 * - `busy`, `stopping`: the service cannot take the request now.
 * - `no-key`: the request has no valid key.
 * - `not-found`, `wrong-method`, `wrong-type`: no such path; not by this method; not with this type of body.
 * - `bad-request`: the request is malformed.
 * - `internal`: a bug in the program.
 */
export type ServiceCode =
  | ErrorCode
  | "limit-pages"
  | "limit-sites"
  | "crashed"
  | "busy"
  | "stopping"
  | "no-key"
  | "not-found"
  | "wrong-method"
  | "wrong-type"
  | "bad-request"
  | "internal";

/** An error with the HTTP status that goes with it. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;
  readonly code: ServiceCode;

  constructor(status: number, code: ServiceCode, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const statusOfCode: Readonly<Partial<Record<string, number>>> = {
  "bad-option": 400,
  "bad-input": 422,
  "not-html": 415,
  unreadable: 502,
  refused: 403,
  "limit-bytes": 413,
  "limit-nodes": 413,
  "limit-depth": 413,
  "limit-time": 503,
  "limit-memory": 503,
  "bad-model": 503,
  crashed: 500,
};

/** The HTTP status of an answer whose error has this code. */
export function statusFor(code: string): number {
  return statusOfCode[code] ?? 500;
}

/** Any error in a form that can be sent; unexpected ones without their message. */
export function serviceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof DehuskError) return new ServiceError(statusFor(error.code), error.code, error.message);
  return new ServiceError(500, "internal", "Internal error; the log of the service has the details.");
}

/** The body of an answer for an error. */
export function errorBody({ code, message }: Pick<ServiceError, "code" | "message">): object {
  return { version: 1, error: { code, message } };
}
