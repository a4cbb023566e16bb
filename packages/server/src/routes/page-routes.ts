import { answerIn, answerSchemas, errorAnswer } from "../answer-schemas.ts";
import type { App } from "../app.ts";
import { bodySchemas, querySchemas } from "../page-options.ts";
import type { Parts } from "../parts.ts";
import { checkBodyType, readRequest } from "../read-request.ts";
import { refuseOtherMethods } from "./refuse-methods.ts";
import { admit, runTask, stayOf } from "./run-task.ts";
import { errorsOf, pageBody } from "./shared-schemas.ts";

const verbs = {
  extract: "Extract the content of a page",
  detect: "Score every part of a page: template or content",
  segment: "Divide a page into segments",
} as const;

const formats = {
  extract: ["text", "markdown", "html", "tei", "csv", "lines"],
  detect: ["html"],
  segment: ["html"],
} as const;

/** POST /extract, /detect, /segment: one page in, what the library says of it out. */
export function addPageRoutes(app: App, parts: Parts): void {
  for (const [name, summary] of Object.entries(verbs)) {
    const verb = name as keyof typeof verbs;
    app.post(
      `/${verb}`,
      {
        schema: {
          summary,
          tags: ["pages"],
          querystring: querySchemas[verb],
          body: pageBody(bodySchemas[verb], verb === "extract"),
          response: {
            200: answerIn(answerSchemas[verb], ...formats[verb]),
            ...errorsOf(401, 408, 413, 415, 422, 429, 502, 504),
            default: errorAnswer,
          },
        },
        onRequest: [checkBodyType, admit(parts)],
      },
      async (request, reply) => {
        const stay = stayOf(request);
        return stay.during(async () => {
          const { body, options } = await readRequest(request, { verb, limitBytes: parts.options.limits.bytes, stay });
          return runTask(parts, { verb, options: { ...request.query, ...options }, body }, reply);
        });
      },
    );
    refuseOtherMethods(app, `/${verb}`, ["POST"]);
  }
}
