import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds for a client to close a connection, once it has been told that no more comes. */
const closingTime = 5000;

/**
 * The connections of a server, each with the requests on it that are not answered. Node waits for ever for those on which no
 * request, or half of one, has come when a server closes; and cuts off those whose answers are written but not sent.
 */
export class Connections {
  readonly #requests = new Map<Socket, Map<IncomingMessage, ServerResponse>>();
  #isEnding = false;

  constructor(server: Server) {
    // What Node calls idle is what is not being written to: `end` knows better.
    server.closeIdleConnections = () => {};
    server.on("connection", (socket: Socket) => {
      const open = new Map<IncomingMessage, ServerResponse>();
      this.#requests.set(socket, open);
      socket.once("close", () => {
        this.#requests.delete(socket);
        // Node tells only the first of several on one connection.
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
   * Closes each connection when all that has come on it is answered, and the answers sent: at once where there is nothing.
   *
   * @param patience Milliseconds after which requests are given up that have not come whole, and answers that are not taken.
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

/** What is to happen next for a request to be done with. */
function waitsFor(request: IncomingMessage, response: ServerResponse): WaitsFor {
  if (response.writableEnded) return "reader";
  return request.complete ? "service" : "body";
}

function endSoon(socket: Socket): void {
  socket.end();
  socket.setTimeout(closingTime, () => socket.destroy());
}
