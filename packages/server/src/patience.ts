import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Closes the connection of a client that has promised a body and does not begin to send it.
 *
 * @param milliseconds To wait for its first byte.
 */
export function awaitBody(request: IncomingMessage, response: ServerResponse, milliseconds: number): void {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (coding === undefined && !(Number(length) > 0)) return;
  const giveUp = (): void => {
    if (!request.readableDidRead) request.destroy();
  };
  const timer = setTimeout(giveUp, milliseconds);
  timer.unref();
  response.once("close", () => clearTimeout(timer));
}

/** How long to wait for a client, in milliseconds. */
interface ReaderPatience {
  /** While it does not read its answer. */
  readonly stalled: number;
  /** At other times. */
  readonly usual: number;
}

/** Closes the connection of a client that does not read its answer; call it before sending. */
export function awaitReader(response: ServerResponse, { stalled, usual }: ReaderPatience): void {
  const watch = (socket: Socket): void => {
    // Node takes progress of the system's send buffer for a sign of life.
    socket.setTimeout(stalled);
    // Runs before other listeners: Node then sets the timeout for the next request.
    response.prependOnceListener("finish", () => socket.setTimeout(usual));
  };
  // An answer waits for those before it on the same connection.
  if (response.socket === null) response.once("socket", watch);
  else watch(response.socket);
}
