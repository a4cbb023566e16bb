import type { Socket } from "node:net";
import type { Metrics } from "./metrics.ts";
import { errorBody, type ServiceCode } from "./service-error.ts";

interface RawAnswer {
  readonly status: number;
  readonly reason: string;
  readonly code: ServiceCode;
  readonly message: string;
}

const answers: Readonly<Record<string, RawAnswer>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: "Request Header Fields Too Large",
    code: "bad-request",
    message: "The headers are longer than 16 kB.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: "Request Timeout",
    code: "bad-request",
    message: "The request took too long to arrive.",
  },
};

const badRequest: RawAnswer = {
  status: 400,
  reason: "Bad Request",
  code: "bad-request",
  message: "This is not a valid HTTP request.",
};

/** Answers invalid or incomplete HTTP requests, which cannot be logged. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, metrics: Metrics): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, reason, code, message } = answers[error.code ?? ""] ?? badRequest;
  const body = JSON.stringify(errorBody({ code, message }));
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  metrics.count({ method: "none", route: "none", status, seconds: 0, bytesIn: 0, bytesOut: body.length });
}
