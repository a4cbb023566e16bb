import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** A way to a server that can be cut, blocked or slow. */
export interface FaultyProxy {
  readonly port: number;
  /** Whether a client is connected. */
  readonly inUse: boolean;
  /** Ends all connections. */
  cut(): void;
  /** While blocked, bytes go neither way and connections stay open, as behind a cable that is pulled. */
  block(isBlocked: boolean): void;
  /** Milliseconds that every piece of data takes longer. */
  delay(milliseconds: number): void;
  close(): void;
}

/** @param target A port of this machine, or the path of a socket. */
export async function startProxy(target: number | string): Promise<FaultyProxy> {
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let isBlocked = false;
  let wait = 0;
  const pass = (from: Socket, to: Socket): void => {
    from.on("data", (data) => {
      const send = (): void => {
        if (isBlocked) held.push(send);
        else if (!to.destroyed) to.write(data);
      };
      if (wait > 0) setTimeout(send, wait);
      else send();
    });
    from.on("close", () => to.destroy()).on("error", () => to.destroy());
  };
  const server = createServer((client) => {
    const upstream = typeof target === "string" ? connect(target) : connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) sockets.add(socket.on("close", () => sockets.delete(socket)));
    pass(client, upstream);
    pass(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    get inUse() {
      return sockets.size > 0;
    },
    cut,
    block(next) {
      isBlocked = next;
      if (!next) for (const send of held.splice(0)) send();
    },
    delay(milliseconds) {
      wait = milliseconds;
    },
    close() {
      cut();
      server.close();
    },
  };
}
