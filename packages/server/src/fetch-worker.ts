import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { fetchPage } from "dehusk/internal/fetch";
import { decode } from "dehusk/internal/page";
import type { FetchAnswer, FetchEnd, FetchProgress, FetchRequest, FetchStart } from "./fetch-thread.ts";
import { type ServiceError, serviceError } from "./service-error.ts";

/** The thread of fetch-thread.ts: fetches and decompresses pages, many at a time. */
const port = parentPort as MessagePort;
const { bytes, milliseconds, userAgent, allowPrivate } = workerData as FetchStart;
const options = {
  headers: { "user-agent": userAgent },
  bytes,
  milliseconds,
  addresses: allowPrivate ? () => true : undefined,
};

/** Fetches in progress. */
const open = new Map<number, AbortController>();

/** Bytes per report to the service. */
const toldBytes = 64 * 1024;

port.on("message", (message: FetchRequest | FetchEnd) => {
  if ("end" in message) open.get(message.end)?.abort();
  else void answer(message);
});

async function answer({ call, url, asJson }: FetchRequest): Promise<void> {
  const controller = new AbortController();
  open.set(call, controller);
  let untold = 0;
  const onBytes = (count: number): void => {
    untold += count;
    if (untold < toldBytes) return;
    port.postMessage({ call, arrived: untold } satisfies FetchProgress);
    untold = 0;
  };
  try {
    const page = await fetchPage(url, { ...options, signal: controller.signal, onBytes });
    const content = asJson ? jsonOf(page.url, page.html, page.encoding) : ownCopy(page.html);
    const answered: FetchAnswer = { call, url: page.url, bytes: content, encoding: page.encoding };
    port.postMessage(answered, [content.buffer as ArrayBuffer]);
  } catch (error) {
    const { status, code, message } = serviceError(error);
    port.postMessage({ call, error: { status: fetchStatus(code, status), code, message } } satisfies FetchAnswer);
  } finally {
    open.delete(call);
  }
}

/** The other side's delay is not this service's. */
function fetchStatus(code: ServiceError["code"], status: number): number {
  return code === "limit-time" ? 504 : status;
}

function jsonOf(url: string, html: Uint8Array, encoding: string | undefined): Uint8Array {
  return ownCopy(Buffer.from(JSON.stringify({ version: 1, url, html: decode(html, encoding).html })));
}

/** Not from Node's pool of small buffers, which cannot be transferred. */
function ownCopy(content: Uint8Array): Uint8Array {
  return new Uint8Array(content);
}
