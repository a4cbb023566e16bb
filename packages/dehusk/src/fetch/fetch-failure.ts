import { DehuskError } from "../basics/index.ts";
import { shownUrl } from "./web-url.ts";

/** Why a connection failed, in words, by Node's codes. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no host of this name",
  EAI_AGAIN: "its name cannot be looked up now",
  ECONNREFUSED: "nothing answers there",
  ECONNRESET: "the connection was broken off",
  EPIPE: "the connection was broken off",
  ETIMEDOUT: "nothing answers there",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to it",
};

/** What went wrong while an address was fetched, as one of our errors; ours stay as they are. */
export function fetchFailure(error: unknown, url: string | URL, timeLimit: number | undefined): DehuskError {
  if (error instanceof DehuskError) return error;
  if (timeLimit !== undefined) {
    return new DehuskError("limit-time", `${shownUrl(url)} took longer than the limit of ${timeLimit} ms.`);
  }
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "HPE_HEADER_OVERFLOW") {
    return new DehuskError("limit-bytes", `${shownUrl(url)} answers with too many headers.`, { cause: error });
  }
  const reason = reasonOf(code, message);
  return new DehuskError("unreadable", `${shownUrl(url)} cannot be fetched: ${reason}.`, { cause: error });
}

function reasonOf(code: string, message: string): string {
  if (code.startsWith("HPE_")) return `its answer is not HTTP (${message})`;
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) return `it does not speak TLS (${message.trim()})`;
  if (/CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/.test(code)) return `its certificate is not trusted (${message})`;
  return Object.hasOwn(reasons, code) ? `${reasons[code]} (${code})` : message;
}
