import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { App } from "../app.ts";
import { checkJson } from "../check-json.ts";
import { createMcpServer } from "../mcp/create-mcp-server.ts";
import { ServiceBackend } from "../mcp/service-backend.ts";
import type { Parts } from "../parts.ts";
import { ServiceError } from "../service-error.ts";
import { refuseOtherMethods } from "./refuse-methods.ts";
import { admit, clientOf, stayOf } from "./run-task.ts";

/** POST /mcp: the tools of dehusk by the Model Context Protocol, one request at a time, without sessions. */
export function addMcpRoute(app: App, parts: Parts): void {
  app.post(
    "/mcp",
    {
      schema: { hide: true },
      onRequest: [
        async (request) => {
          if (!/^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? "")) {
            throw new ServiceError(415, "wrong-type", "The body must be application/json.");
          }
        },
        admit(parts),
      ],
    },
    async (request, reply) => {
      const stay = stayOf(request);
      const message = readMessage(request.body as unknown as Uint8Array);
      const server = createMcpServer(new ServiceBackend(parts, stay, clientOf(request)), parts.version);
      // Without sessions, and with plain JSON for answers: nothing outlives the request.
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      await stay.during(async () => {
        await server.connect(transport as never);
        const sent = new Promise((resolve) => reply.raw.once("close", resolve));
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string);
        await transport.handleRequest(request.raw, reply.raw, message);
        await sent;
      });
      await server.close();
      return reply;
    },
  );
  refuseOtherMethods(app, "/mcp", ["POST"]);
}

/** A call of a tool nests a few objects deep, and may have a list of pages. */
const mostOfMessages = { depth: 12, marks: 2000 } as const;

function readMessage(body: Uint8Array): unknown {
  checkJson(body, mostOfMessages);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new ServiceError(400, "bad-request", "The body is not valid JSON in UTF-8.");
  }
}
