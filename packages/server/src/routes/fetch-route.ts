import { type Static, Type } from "@fastify/type-provider-typebox";
import { Compile } from "typebox/compile";
import { answerSchemas, errorAnswer } from "../answer-schemas.ts";
import type { App } from "../app.ts";
import { badOption } from "../bad-option.ts";
import type { Parts } from "../parts.ts";
import { ServiceError } from "../service-error.ts";
import { refuseOtherMethods } from "./refuse-methods.ts";
import { admit, fetcherOf, fetchFor, stayOf } from "./run-task.ts";
import { errorsOf } from "./shared-schemas.ts";

const address = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 8192, examples: ["https://example.org/"] }) },
  { additionalProperties: false },
);
const check = Compile(address);
const addressOptions = { url: { type: "string", help: "URL of the page" } } as const;

/** Bytes of a body that holds an address. */
const mostBytes = 64 * 1024;

/** POST /fetch: the page at an address, for those who want to look at it themselves. */
export function addFetchRoute(app: App, parts: Parts): void {
  app.post(
    "/fetch",
    {
      schema: {
        summary: "Fetch a page, where that is allowed",
        tags: ["pages"],
        body: { content: { "application/json": { schema: address } } },
        response: {
          200: answerSchemas.fetch,
          ...errorsOf(401, 408, 413, 415, 422, 429, 502, 504),
          default: errorAnswer,
        },
      },
      bodyLimit: mostBytes,
      onRequest: [
        async (request) => {
          fetcherOf(parts);
          if (!/^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? "")) {
            throw new ServiceError(415, "wrong-type", "The body must be application/json.");
          }
        },
        admit(parts),
      ],
    },
    async (request, reply) => {
      const stay = stayOf(request);
      const url = readAddress(request.body as unknown as Uint8Array);
      const { bytes } = await stay.during(() => fetchFor(stay, parts, { url, asJson: true }));
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return reply.header("content-type", "application/json; charset=utf-8").send(body as never);
    },
  );
  refuseOtherMethods(app, "/fetch", ["POST"]);
}

function readAddress(body: Uint8Array): string {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString());
  } catch {
    throw new ServiceError(400, "bad-request", "The body is not valid JSON.");
  }
  if (!check.Check(value)) throw badOption(check.Errors(value)[0], addressOptions);
  return (value as Static<typeof address>).url;
}
