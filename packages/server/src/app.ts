import type { IncomingMessage, ServerResponse } from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { Stay } from "./admission.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the route never needs a key. */
    readonly isOpen?: boolean;
    /** Whether the route is served even while the service is stopping. */
    readonly isAlways?: boolean;
  }
  interface FastifyRequest {
    /** The request's admission, on routes that count requests. */
    stay: Stay | undefined;
  }
  interface FastifyReply {
    /** The error code of the answer. */
    errorCode: string | undefined;
  }
}

/** The app that routes are added to; their schemas give the types of parameters. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
