import type { FastifyReply, FastifyRequest } from "fastify";
import type { Stay } from "../admission.ts";
import type { FetchedPage } from "../fetch-thread.ts";
import type { Parts } from "../parts.ts";
import { awaitBody } from "../patience.ts";
import { ServiceError } from "../service-error.ts";
import type { Task, TaskAnswer } from "../task.ts";

/** For untrusted HTML in a browser: nothing runs, nothing is loaded. */
const strangersPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'";

/** Milliseconds to wait for the first byte of a body. */
const bodyTime = 10_000;

/** Admits a request before its body is read, until its answer is sent and its handler done. */
export function admit({ admission }: Parts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const stay = admission.enter(request.headers["content-length"]);
    request.stay = stay;
    reply.raw.once("close", () => stay.end());
    awaitBody(request.raw, reply.raw, bodyTime);
  };
}

/** What a request that was let in counts for. */
export function stayOf({ stay }: FastifyRequest): Stay {
  if (stay === undefined)
    throw new ServiceError(500, "internal", "A body is read by a route that does not count requests.");
  return stay;
}

/** Has a thread answer and sends the result; fetches the page first if asked and allowed. */
export async function runTask(parts: Parts, task: Task, reply: FastifyReply): Promise<FastifyReply> {
  const stay = stayOf(reply.request);
  const client = clientOf(reply.request);
  let result = await parts.pool.run(task, client, stay.over);
  if ("wish" in result) {
    const { url, options } = result.wish;
    const page = await fetchFor(stay, parts, { url, asJson: false });
    const body = { bytes: page.bytes, kind: "html", charset: page.encoding } as const;
    result = await parts.pool.run({ ...task, options: { ...options, url: page.url }, body }, client, stay.over);
    if ("wish" in result) throw new ServiceError(500, "internal", "A fetched page asked to be fetched again.");
  }
  return sendAnswer(result, stay, reply);
}

/**
 * Fetches a page for a request, which counts for its bytes from then on.
 *
 * @throws ServiceError what `FetchThread.fetch` throws; 429 when there is no room for it, 499 when nobody waits for it.
 */
export async function fetchFor(
  stay: Stay,
  parts: Parts,
  { url, asJson }: { readonly url: string; readonly asJson: boolean },
): Promise<FetchedPage> {
  const fetcher = fetcherOf(parts);
  stay.checkOpen();
  const page = await fetcher.fetch(url, { asJson, signal: stay.over, onBytes: (bytes) => stay.add(bytes) });
  stay.checkOpen();
  stay.replace(page.bytes.byteLength);
  return page;
}

/** The client: the key of the request, otherwise its address. */
export function clientOf({ headers, ip }: FastifyRequest): string {
  return String(headers.authorization ?? headers["x-api-key"] ?? ip);
}

function sendAnswer({ status, type, body, code, fault }: TaskAnswer, stay: Stay, reply: FastifyReply): FastifyReply {
  stay.replace(body.byteLength);
  reply.errorCode = code;
  if (fault !== undefined) reply.log.error({ error: fault }, "internal error");
  if (type.startsWith("text/html")) reply.header("content-security-policy", strangersPolicy);
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return reply.status(status).header("content-type", type).send(bytes);
}

/** @throws ServiceError 403 where nothing may be fetched. */
export function fetcherOf({ fetcher }: Parts) {
  if (fetcher !== undefined) return fetcher;
  const message = "Fetching is off: send the page itself, or start the service with --allow-fetch.";
  throw new ServiceError(403, "refused", message);
}
