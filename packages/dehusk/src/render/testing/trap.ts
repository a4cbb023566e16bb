import { createSocket } from "node:dgram";
import { type AddressInfo, createServer } from "node:net";

/** A local port that counts TCP connections and UDP datagrams. */
export interface Trap {
  readonly port: number;
  knocks(): number;
  close(): void;
}

export async function setTrap(): Promise<Trap> {
  let knocks = 0;
  const server = createServer((socket) => {
    knocks++;
    socket.on("error", () => {});
    socket.end("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
  });
  // Both families, to miss no route to this machine.
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket("udp4");
  datagrams.on("message", () => knocks++);
  await new Promise<void>((resolve) => datagrams.bind(port, "127.0.0.1", resolve));
  return {
    port,
    knocks: () => knocks,
    close() {
      server.close();
      datagrams.close();
    },
  };
}
