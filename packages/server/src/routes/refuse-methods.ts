import type { App } from "../app.ts";
import { ServiceError } from "../service-error.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** Answers other methods with the ones that a path supports. */
export function refuseOtherMethods(app: App, url: string, allowed: readonly (typeof methods)[number][]): void {
  app.route({
    method: methods.filter((method) => !allowed.includes(method)),
    url,
    schema: { hide: true },
    config: { isOpen: true },
    onRequest: async (_, reply) => {
      reply.header("allow", allowed.includes("GET") ? [...allowed, "HEAD"].join(", ") : allowed.join(", "));
      throw new ServiceError(405, "wrong-method", `This path takes ${allowed.join(", ")}.`);
    },
    handler: async () => {},
  });
}
