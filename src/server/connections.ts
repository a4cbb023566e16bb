import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * The connections of a server, each with the requests on it that are not answered. Node closes those that are idle when a
 * server closes, but waits for ever for those on which no request, or half of one, has come.
 */
export class Connections {
  readonly #requests = new Map<Socket, Set<IncomingMessage>>();
  #isEnding = false;

  constructor(server: Server) {
    server.on("connection", (socket: Socket) => {
      this.#requests.set(socket, new Set());
      socket.once("close", () => this.#requests.delete(socket));
    });
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      const open = this.#requests.get(socket);
      open?.add(request);
      response.once("close", () => {
        open?.delete(request);
        if (this.#isEnding && open?.size === 0) socket.end();
      });
    });
  }

  /**
   * Closes each connection when all that has come on it is answered: at once where there is nothing.
   *
   * @param patience Milliseconds after which requests are given up that have not come whole.
   */
  end(patience: number): void {
    this.#isEnding = true;
    for (const [socket, requests] of this.#requests) if (requests.size === 0) socket.destroy();
    const giveUp = (): void => {
      for (const [socket, requests] of this.#requests) {
        if ([...requests].some(({ complete }) => !complete)) socket.destroy();
      }
    };
    setTimeout(giveUp, patience).unref();
  }
}
