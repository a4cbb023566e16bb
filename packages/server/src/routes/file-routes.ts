import type { FastifyReply } from "fastify";
import type { App } from "../app.ts";
import { docsPage, docsPolicy, type OpenApi } from "../docs-page.ts";
import { builtInspector, type InspectorFile, inspectorFile, inspectorPage } from "../inspector-files.ts";

/** GET /openapi.json, /docs, and the inspector at / with its files. */
export function addFileRoutes(app: App): void {
  const route = { schema: { hide: true }, config: { isOpen: true } };
  const folder = builtInspector();
  let page: string | undefined;
  app.get("/openapi.json", route, async () => app.swagger());
  app.get("/docs", route, async (_, reply) => {
    page ??= docsPage(app.swagger() as unknown as OpenApi);
    return reply.header("content-security-policy", docsPolicy).type("text/html; charset=utf-8").send(page);
  });
  app.get("/", route, async (_, reply) => sendFile(await inspectorPage(folder), reply));
  app.get("/assets/*", route, async (request, reply) => {
    const { "*": rest } = request.params as { "*": string };
    return sendFile(await inspectorFile(folder, `assets/${rest}`), reply);
  });
  app.get("/:file", route, async (request, reply) => {
    const { file } = request.params as { file: string };
    return sendFile(await inspectorFile(folder, file), reply);
  });
}

function sendFile({ bytes, headers }: InspectorFile, reply: FastifyReply): FastifyReply {
  return reply.headers(headers).send(bytes);
}
