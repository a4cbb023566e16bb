import type { IncomingMessage } from "node:http";
import multipart from "@fastify/multipart";
import swagger from "@fastify/swagger";
import type { TObject, TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import fastify, { type FastifyReply, type FastifyRequest, LogController } from "fastify";
import type { App } from "./app.ts";
import { ApiKeys, checkCaller, checkOneHost } from "./check-caller.ts";
import { checkTexts } from "./check-texts.ts";
import { answerClientError } from "./client-error.ts";
import { optionsOf } from "./page-options.ts";
import type { Parts } from "./parts.ts";
import { awaitReader } from "./patience.ts";
import { readBody } from "./read-body.ts";
import { errorOf } from "./request-error.ts";
import { addFetchRoute } from "./routes/fetch-route.ts";
import { addFileRoutes } from "./routes/file-routes.ts";
import { addMcpRoute } from "./routes/mcp-route.ts";
import { addPageRoutes } from "./routes/page-routes.ts";
import { stayOf } from "./routes/run-task.ts";
import { addSiteRoutes } from "./routes/site-routes.ts";
import { addStatusRoutes } from "./routes/status-routes.ts";
import { errorBody, ServiceError } from "./service-error.ts";

/** Milliseconds for a complete request to arrive. */
export const requestTime = 60_000;
/** Milliseconds for its headers, and for the next request on a connection. */
const headTime = 10_000;
const idleTime = 65_000;
/** Milliseconds without a byte after which a connection is closed, in addition to the time limit for pages. */
const silenceTime = 120_000;
/** The same while a client does not read its answer. */
const stalledTime = 20_000;
/** The maximum delay of a Node timer. */
const longestTimer = 2 ** 31 - 1;

/** Headers of all answers; pages have their own policies. */
const plainHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** The HTTP side of a service: checks, routes, errors, metrics; not listening yet. */
export async function createApp(parts: Parts): Promise<App> {
  const { options, metrics } = parts;
  const keys = new ApiKeys(options.keys);
  const usual = Math.min(silenceTime + 2 * options.limits.milliseconds, longestTimer);
  const app: App = fastify({
    logger: { level: options.logLevel, stream: process.stderr, base: null, serializers: {} },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: Math.min(Math.ceil(options.limits.bytes), Number.MAX_SAFE_INTEGER),
    requestTimeout: requestTime,
    keepAliveTimeout: idleTime,
    connectionTimeout: usual,
    http: { headersTimeout: headTime, connectionsCheckingInterval: 2000, requireHostHeader: false },
    routerOptions: { maxParamLength: 1000 },
    return503OnClosing: false,
    exposeHeadRoutes: true,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, metrics),
    frameworkErrors: (error, request, reply) => {
      const { status, code, message } = errorOf(error);
      measure(request as FastifyRequest, reply as FastifyReply, metrics);
      reply.errorCode = code;
      (reply as FastifyReply).status(status).headers(plainHeaders).send(errorBody({ code, message }));
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  // Threads read and check bodies, and return complete answers.
  app.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === "body" ? () => true : checkTexts(schema as TObject, optionsOf(schema as TObject)),
  );
  app.setSerializerCompiler(() => JSON.stringify);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", async (request: FastifyRequest, payload: IncomingMessage) => {
    const { bodyLimit: limitBytes } = request.routeOptions;
    return readBody(payload, { stay: stayOf(request), limitBytes, length: request.headers["content-length"] });
  });
  app.decorateRequest("stay", undefined);
  app.decorateReply("errorCode", undefined);

  addHooks(app, parts, keys, usual);
  await describeApi(app, parts.version, keys.areNeeded);
  await app.register(multipart, { throwFileSizeLimit: true });
  addPageRoutes(app, parts);
  addSiteRoutes(app, parts);
  addFetchRoute(app, parts);
  addMcpRoute(app, parts);
  addStatusRoutes(app, parts);
  addFileRoutes(app);
  return app;
}

/** Hooks of every request: counting, checks of the caller, errors as JSON. */
function addHooks(app: App, parts: Parts, keys: ApiKeys, usual: number): void {
  const { options, metrics } = parts;
  app.addHook("onRequest", async (request, reply) => {
    measure(request, reply, metrics);
    reply.headers(plainHeaders);
    const { config } = request.routeOptions;
    checkOneHost(request.raw.rawHeaders);
    checkCaller(request, options);
    if (parts.isStopping() && config.isAlways !== true) {
      reply.header("connection", "close");
      throw new ServiceError(503, "stopping", "The service is stopping: try again later.");
    }
    if (config.isOpen !== true) keys.check(request.headers);
    // Here, where no body is read yet.
    if (request.is404) throw new ServiceError(404, "not-found", "Not found. See /docs.");
  });
  app.addHook("onSend", async (_, reply) => awaitReader(reply.raw, { stalled: stalledTime, usual }));
  app.setErrorHandler((error, request, reply) => {
    const { status, code, message } = errorOf(error);
    if (code === "internal") request.log.error({ error: framesOf(error) }, "internal error");
    reply.errorCode = code;
    if (status === 429) reply.header("retry-after", "1");
    if (status === 401) reply.header("www-authenticate", "Bearer");
    if (status === 415) reply.header("accept-encoding", "gzip, deflate, br");
    void reply.status(status).type("application/json; charset=utf-8").send(errorBody({ code, message }));
  });
}

/** Builds the OpenAPI document from the schemas of all routes that are added later. */
async function describeApi(app: App, version: string, areKeysNeeded: boolean): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Dehusk",
        version,
        description: "Takes the husk off web pages: finds templates, segments pages, extracts the content.",
        license: { name: "MIT", identifier: "MIT" },
      },
      ...(areKeysNeeded ? { security: [{ bearer: [] }, { header: [] }] } : {}),
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer" },
          header: { type: "apiKey", in: "header", name: "X-API-Key" },
        },
      },
    },
  });
}

/** Counts and logs a request when its answer is sent or abandoned, without its body and options. */
function measure(request: FastifyRequest, reply: FastifyReply, metrics: Parts["metrics"]): void {
  const start = performance.now();
  reply.raw.once("close", () => {
    const { method, headers, raw } = request;
    const milliseconds = performance.now() - start;
    const status = reply.raw.writableFinished ? reply.raw.statusCode : 499;
    const route = request.routeOptions?.url ?? "none";
    const bytesIn = Number(headers["content-length"] ?? 0) || 0;
    const bytesOut = Number(reply.getHeader("content-length") ?? 0) || 0;
    metrics.count({ method, route, status, seconds: milliseconds / 1000, bytesIn, bytesOut });
    const code = reply.errorCode;
    const line = { method, route, status, ms: Math.round(milliseconds * 10) / 10, bytesIn, bytesOut, code };
    request.log.info({ ...line, from: raw.socket.remoteAddress }, "request");
  });
}

/** Where an error came from, without its message, which may quote a request. */
function framesOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames].join("\n");
}
