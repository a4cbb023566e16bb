import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { awaitBody, awaitReader } from "./patience.ts";

const answer = Buffer.alloc(30_000_000, "a");
let server: Server;
beforeAll(async () => {
  server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.method === "POST") {
      awaitBody(request, response, 200);
      request.on("error", () => {}).on("end", () => response.end("whole"));
      request.resume();
      return;
    }
    awaitReader(response, { stalled: 400, usual: 60_000 });
    response.end(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function send(text: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`${text}\r\nHost: localhost\r\n\r\n`);
  return socket;
}

describe("patience", () => {
  test("ends if a body does not begin, not if it is slow", async () => {
    const head = "POST / HTTP/1.1\r\nContent-Length: 2";
    const slow = send(head);
    slow.write("a");
    const silent = send(head);
    await once(silent.resume(), "close");
    slow.write("b");
    const [data] = (await once(slow, "data")) as [Buffer];
    expect(String(data)).toContain("whole");
    slow.destroy();
  });

  test("ends if a client reads nothing, not if it reads slowly", async () => {
    const closed = new Promise<void>((resolve) => {
      server.once("connection", (socket: Socket) => socket.once("close", () => resolve()));
    });
    const stalled = send("GET / HTTP/1.1").pause();
    await closed;
    stalled.destroy();
    const slow = send("GET / HTTP/1.1");
    let taken = 0;
    slow.on("data", (chunk: Buffer) => {
      // More than a second in all.
      const pauses = Math.floor((taken + chunk.length) / 3_000_000) > Math.floor(taken / 3_000_000);
      taken += chunk.length;
      if (pauses) setTimeout(() => slow.resume(), 150);
      if (pauses) slow.pause();
    });
    await expect.poll(() => taken, { timeout: 10_000 }).toBeGreaterThan(answer.length);
    slow.destroy();
  });
});
