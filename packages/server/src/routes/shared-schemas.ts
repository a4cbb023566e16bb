import { type TSchema, Type } from "@fastify/type-provider-typebox";
import { errorAnswer } from "../answer-schemas.ts";
import { htmlTypes } from "../read-request.ts";

const reasons: Readonly<Record<number, string>> = {
  400: "The request cannot be understood, or an option is wrong.",
  401: "There is no valid key.",
  403: "It is not allowed.",
  404: "There is no such thing.",
  413: "The page is over a limit of size.",
  415: "The body is of a type, or compressed in a way, that is not read.",
  422: "What was fetched is no page.",
  429: "As many requests are waiting as may; Retry-After says when to come again.",
  502: "The address does not answer with a page.",
  503: "The page is over the limit of time or memory, or the service is stopping.",
  504: "The address took too long.",
  507: "There is no room for another site.",
};

/** The answers of a route that tell of errors. */
export function errorsOf(...statuses: readonly number[]): Record<number, TSchema> {
  return Object.fromEntries(
    statuses.map((status) => [status, { ...errorAnswer, description: reasons[status] } as TSchema]),
  );
}

const pageText = Type.String({
  description: "The page, in any encoding: by a byte order mark, the charset of the Content-Type, or what it declares.",
  examples: ["<h1>Husk</h1><p>What is left is corn.</p>"],
});

const form = Type.Object(
  { file: Type.String({ format: "binary", description: "The page." }) },
  { description: "One file, the page; options may be further fields." },
);

/** The body of routes that take a page. */
export function pageBody(json: TSchema) {
  const content: Record<string, { schema: TSchema }> = { "application/json": { schema: json } };
  for (const type of htmlTypes) content[type] = { schema: pageText };
  content["multipart/form-data"] = { schema: form };
  return { content };
}
