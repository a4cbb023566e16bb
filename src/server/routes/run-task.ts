import type { FastifyReply, FastifyRequest } from "fastify";
import type { Parts } from "../parts.ts";
import { ServiceError } from "../service-error.ts";
import type { Task, TaskAnswer } from "../task.ts";

/** HTML of strangers, where a browser shows it: nothing runs, nothing is loaded. */
const strangersPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'";

/** Lets a request in, before its body is read, until its answer is sent. */
export function admit({ admission }: Parts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const isChunked = request.headers["transfer-encoding"] !== undefined;
    const leave = admission.enter(request.headers["content-length"] ?? (isChunked ? undefined : "0"));
    reply.raw.once("close", leave);
  };
}

/** Has a thread answer, and sends what it says; fetches the page first where that is asked for and allowed. */
export async function runTask(parts: Parts, task: Task, reply: FastifyReply): Promise<FastifyReply> {
  const gone = new AbortController();
  if (reply.raw.destroyed) gone.abort();
  else reply.raw.once("close", () => gone.abort());
  let result = await parts.pool.run(task, gone.signal);
  if ("wish" in result) {
    const { url, options } = result.wish;
    const page = await fetcherOf(parts).fetch(url, false);
    const body = { bytes: page.bytes, kind: "html", charset: page.encoding } as const;
    result = await parts.pool.run({ ...task, options: { ...options, url: page.url }, body }, gone.signal);
    if ("wish" in result) throw new ServiceError(500, "internal", "A page that was fetched asks to be fetched.");
  }
  return sendAnswer(result, reply);
}

function sendAnswer({ status, type, body, code, fault }: TaskAnswer, reply: FastifyReply): FastifyReply {
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
