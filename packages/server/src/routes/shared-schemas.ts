import { type TSchema, Type } from "@fastify/type-provider-typebox";
import { errorAnswer } from "../answer-schemas.ts";
import { htmlTypes, manyTypes } from "../read-request.ts";

const reasons: Readonly<Record<number, string>> = {
  400: "The request is malformed, or an option is invalid.",
  401: "A valid API key is missing.",
  403: "Not allowed.",
  404: "Not found.",
  405: "The path has no such method; see Allow.",
  408: "The body did not arrive in time.",
  413: "The page is too large.",
  414: "The address is too long.",
  415: "The type or compression of the body is not supported.",
  421: "Unknown name in the Host header.",
  422: "What was fetched is not a page.",
  429: "Too many requests are waiting; Retry-After says when to try again.",
  500: "The page crashed its thread, or an internal error occurred.",
  502: "The URL could not be fetched.",
  503: "The page takes too much time or memory, or the service is stopping.",
  504: "Fetching the URL took too long.",
  507: "The limit on the number of sites is reached.",
};

/** What any request may be answered with: by its caller, address or method, or while the service is stopping. */
const general = [400, 403, 405, 414, 421, 500, 503];

/** The error responses of a route. */
export function errorsOf(...statuses: readonly number[]): Record<number, TSchema> {
  return Object.fromEntries(
    [...new Set([...general, ...statuses])].map((status) => [
      status,
      { ...errorAnswer, description: reasons[status] } as TSchema,
    ]),
  );
}

const pageText = Type.String({
  description:
    "The page. Its encoding follows from a byte order mark, the charset of the Content-Type, or what the page declares.",
  examples: ["<h1>Husk</h1><p>What is left is corn.</p>"],
});

const form = Type.Object(
  { file: Type.String({ format: "binary", description: "The page." }) },
  { description: "One file, the page; options can be further fields." },
);

const manyPages = Type.String({
  format: "binary",
  description: "A file of many pages: WARC, WACZ, or JSON lines of id, url and html. The answer has a line for each.",
});

/** The body of routes that take a page, and perhaps files of many. */
export function pageBody(json: TSchema, takesMany = false) {
  const content: Record<string, { schema: TSchema }> = { "application/json": { schema: json } };
  for (const type of htmlTypes) content[type] = { schema: pageText };
  if (takesMany) for (const type of manyTypes) content[type] = { schema: manyPages };
  content["multipart/form-data"] = { schema: form };
  return { content };
}
