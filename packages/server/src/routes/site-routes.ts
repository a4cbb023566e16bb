import { Type } from "@fastify/type-provider-typebox";
import { answerSchemas, errorAnswer } from "../answer-schemas.ts";
import type { App } from "../app.ts";
import { bodySchemas, querySchemas } from "../page-options.ts";
import type { Parts } from "../parts.ts";
import { checkBodyType, readRequest } from "../read-request.ts";
import { refuseOtherMethods } from "./refuse-methods.ts";
import { admit, runTask, stayOf } from "./run-task.ts";
import { errorsOf, pageBody } from "./shared-schemas.ts";

/** Names of sites: letters and digits first, so that no path and no property is one. */
const siteParams = Type.Object({
  site: Type.String({
    maxLength: 200,
    pattern: "^[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}._:~ -]*$",
    description: "The site's name, such as its host.",
    examples: ["example.org"],
  }),
});

/** POST /sites/{site}/pages, GET /sites, GET /sites/{site}: template blocks by what the pages of a site have in common. */
export function addSiteRoutes(app: App, parts: Parts): void {
  const { tables } = parts;
  const nothing = Type.Object({}, { additionalProperties: false });
  const admitted = admit(parts);
  app.get(
    "/sites",
    {
      schema: {
        summary: "List all sites",
        tags: ["sites"],
        querystring: nothing,
        response: { 200: answerSchemas.sites, ...errorsOf(401), default: errorAnswer },
      },
    },
    async () => ({ version: 1 as const, sites: await tables.sites() }),
  );
  app.get(
    "/sites/:site",
    {
      schema: {
        summary: "Show what is known about a site, and how its table has grown",
        tags: ["sites"],
        params: siteParams,
        querystring: nothing,
        response: { 200: answerSchemas.site, ...errorsOf(401, 404, 429), default: errorAnswer },
      },
      onRequest: admitted,
    },
    async (request, reply) => {
      const { site } = request.params;
      return stayOf(request).during(() => runTask(parts, { verb: "site", options: {}, site }, reply));
    },
  );
  app.post(
    "/sites/:site/pages",
    {
      schema: {
        summary: "Add a page to a site, and find its template blocks",
        tags: ["sites"],
        params: siteParams,
        querystring: querySchemas.add,
        body: pageBody(bodySchemas.add),
        response: { 200: answerSchemas.add, ...errorsOf(401, 408, 413, 415, 422, 429, 507), default: errorAnswer },
      },
      onRequest: [checkBodyType, admitted],
    },
    async (request, reply) => {
      const { site } = request.params;
      const stay = stayOf(request);
      return stay.during(async () => {
        const limitBytes = parts.options.limits.bytes;
        const { body, options } = await readRequest(request, { verb: "add", limitBytes, stay });
        await tables.checkRoom(site);
        const task = { verb: "add", site, options: { ...request.query, ...options }, body } as const;
        // One page of a site at a time; threads would only wait for each other.
        return tables.inTurn(site, stay.over, () => runTask(parts, task, reply));
      });
    },
  );
  refuseOtherMethods(app, "/sites", ["GET"]);
  refuseOtherMethods(app, "/sites/:site", ["GET"]);
  refuseOtherMethods(app, "/sites/:site/pages", ["POST"]);
}
