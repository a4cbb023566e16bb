import { DehuskError } from "../basics/index.ts";
import { shownUrl } from "./web-url.ts";

/** Reasons in words, by Node's error codes. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "the host name does not exist",
  EAI_AGAIN: "the DNS lookup failed",
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed",
  ETIMEDOUT: "the connection timed out",
  EHOSTUNREACH: "the host is unreachable",
  ENETUNREACH: "the network is unreachable",
};

/** Turns an error of a fetch into a `DehuskError`; a `DehuskError` is returned as is. */
export function fetchFailure(error: unknown, url: string | URL, timeLimit: number | undefined): DehuskError {
  if (error instanceof DehuskError) return error;
  if (timeLimit !== undefined) {
    return new DehuskError("limit-time", `${shownUrl(url)} took longer than the limit of ${timeLimit} ms.`);
  }
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "HPE_HEADER_OVERFLOW") {
    return new DehuskError("limit-bytes", `${shownUrl(url)} sent too many headers.`, { cause: error });
  }
  const reason = reasonOf(code, message);
  return new DehuskError("unreadable", `${shownUrl(url)} cannot be fetched: ${reason}.`, { cause: error });
}

function reasonOf(code: string, message: string): string {
  if (code.startsWith("HPE_")) return `the response is not valid HTTP (${message})`;
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) return `the TLS handshake failed (${message.trim()})`;
  if (/CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/.test(code)) return `the certificate is not trusted (${message})`;
  return Object.hasOwn(reasons, code) ? `${reasons[code]} (${code})` : message;
}
