import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds for a client to close a connection after the end of the last answer. */
const closingTime = 5000;

/**
 * The connections of a server and their unanswered requests. When a server closes, Node waits forever for connections without a
 * complete request, and cuts off those whose answers are written but not sent.
 */
export class Connections {
  readonly #requests = new Map<Socket, Map<IncomingMessage, ServerResponse>>();
  #isEnding = false;

  constructor(server: Server) {
    // Node calls every connection idle that is not being written to; `end` is more precise.
    server.closeIdleConnections = () => {};
    server.on("connection", (socket: Socket) => {
      const open = new Map<IncomingMessage, ServerResponse>();
      this.#requests.set(socket, open);
      socket.once("close", () => {
        this.#requests.delete(socket);
        // Node reports only the first of several requests on a connection.
        setImmediate(() => {
          for (const response of open.values()) response.emit("close");
        });
      });
    });
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      const open = this.#requests.get(socket);
      open?.set(request, response);
      response.once("close", () => {
        open?.delete(request);
        if (this.#isEnding && open?.size === 0) endSoon(socket);
      });
    });
  }

  /**
   * Closes each connection once its requests are answered and the answers sent; idle ones at once.
   *
   * @param patience Milliseconds after which incomplete requests and unread answers are given up.
   */
  end(patience: number): void {
    this.#isEnding = true;
    for (const [socket, open] of this.#requests) if (open.size === 0) socket.destroy();
    const before = new WeakMap<IncomingMessage, WaitsFor>();
    const look = (): void => {
      for (const [socket, open] of this.#requests) {
        for (const [request, response] of open) {
          const now = waitsFor(request, response);
          if (now !== "service" && before.get(request) === now) socket.destroy();
          before.set(request, now);
        }
      }
    };
    setInterval(look, patience / 2).unref();
  }
}

type WaitsFor = "body" | "service" | "reader";

/** What a request is waiting for. */
function waitsFor(request: IncomingMessage, response: ServerResponse): WaitsFor {
  if (response.writableEnded) return "reader";
  return request.complete ? "service" : "body";
}

function endSoon(socket: Socket): void {
  socket.end();
  socket.setTimeout(closingTime, () => socket.destroy());
}
