import { Type } from "@fastify/type-provider-typebox";
import { answerSchemas } from "../answer-schemas.ts";
import type { App } from "../app.ts";
import type { Parts } from "../parts.ts";
import { refuseOtherMethods } from "./refuse-methods.ts";
import { errorsOf } from "./shared-schemas.ts";

const metricsAnswer = {
  description: "Metrics in Prometheus' text format.",
  content: { "text/plain": { schema: Type.String() } },
};

/** GET /healthz, /metrics, /about: how the service is, and what it can do. */
export function addStatusRoutes(app: App, parts: Parts): void {
  const { options, metrics, version } = parts;
  app.get(
    "/healthz",
    {
      schema: {
        summary: "Check whether the service accepts requests",
        tags: ["service"],
        response: { ...errorsOf(), 200: answerSchemas.health, 503: answerSchemas.health },
      },
      config: { isOpen: true, isAlways: true },
    },
    async (_, reply) => {
      if (!parts.isStopping()) return { version: 1 as const, status: "ok" as const };
      return reply.status(503).send({ version: 1, status: "stopping" });
    },
  );
  app.get(
    "/metrics",
    {
      schema: {
        summary: "Metrics for Prometheus",
        tags: ["service"],
        response: { 200: metricsAnswer, ...errorsOf(401) },
      },
      config: { isAlways: true },
    },
    async (_, reply) => reply.header("content-type", metrics.contentType).send(await metrics.text()),
  );
  const { bytes, nodes, depth, milliseconds } = options.limits;
  const about = {
    version: 1 as const,
    dehusk: version,
    fetch: options.allowFetch,
    sites: true,
    store: parts.tables.kind,
    keys: options.keys.length > 0,
    limits: { bytes, nodes, depth, milliseconds, queue: options.queue, workers: options.workers },
  };
  app.get(
    "/about",
    {
      schema: {
        summary: "Show what this service can do",
        tags: ["service"],
        response: { 200: answerSchemas.about, ...errorsOf() },
      },
      config: { isOpen: true },
    },
    async () => about,
  );
  for (const url of ["/healthz", "/metrics", "/about"]) refuseOtherMethods(app, url, ["GET"]);
}
