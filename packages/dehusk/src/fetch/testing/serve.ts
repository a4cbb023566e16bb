import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** When it arrived and when it was answered, by `performance.now()`. */
  readonly from: number;
  to: number;
}

export interface TestServer {
  readonly origin: string;
  readonly port: number;
  readonly asked: readonly Asked[];
  paths(): string[];
}

export const loopback = (address: string): boolean => address.startsWith("127.") || address === "::1";

/** Starts a server on this machine that stops with the test. */
export async function serve(
  answer: (path: string, response: ServerResponse, request: IncomingMessage) => void,
  host = "127.0.0.1",
): Promise<TestServer> {
  const asked: Asked[] = [];
  const listener: RequestListener = (request, response) => {
    const entry = { path: request.url as string, headers: request.headers, from: performance.now(), to: Infinity };
    asked.push(entry);
    response.on("close", () => {
      entry.to = performance.now();
    });
    answer(entry.path, response, request);
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => end(server));
  const { port } = server.address() as AddressInfo;
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return { origin, port, asked, paths: () => asked.map(({ path }) => path) };
}

function end(server: Server): void {
  server.closeAllConnections();
  server.close();
}

export const page = (text: string): string => `<!doctype html><title>${text}</title><p>${text}</p>`;

export function sendPage(response: ServerResponse, text: string): void {
  response.setHeader("content-type", "text/html; charset=utf-8").end(page(text));
}

export function sendNothing(response: ServerResponse): void {
  response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
}
