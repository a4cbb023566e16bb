import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { slowPage, slowPath, smallPage } from "./testing/pages.ts";
import { startServe } from "./testing/start-serve.ts";

test("slow pages of one client hold all threads but one", async () => {
  const serving = await startServe(["--workers", "2", "--limit-ms", "600000"]);
  const leaving = new AbortController();
  let over = 0;
  for (let i = 0; i < 4; i++) {
    const headers = { "content-type": "text/html" };
    const asking = { method: "POST", headers, body: slowPage.repeat(4), signal: leaving.signal };
    void fetch(serving.address + slowPath, asking).then(
      () => over++,
      () => over++,
    );
  }
  // One is in progress; if they held both threads, two would wait.
  await expect.poll(() => serving.measure("dehusk_queue_length"), { timeout: 60_000 }).toBe(3);
  for (let answered = 0; answered < 5; answered++) {
    expect((await serving.post("/extract?fields=words", smallPage)).status).toBe(200);
  }
  expect(await serving.measure("dehusk_queue_length")).toBe(3);
  expect(over).toBe(0);
  leaving.abort();
}, 120_000);

/** A server whose pages never end, with the requested paths. */
async function endlessServer(start: string): Promise<{ address: string; next: () => Promise<ServerResponse> }> {
  const asked: ServerResponse[] = [];
  const server = createServer((_, response) => {
    asked.push(response);
    response.setHeader("content-type", "text/html").write(start);
    server.emit("asked");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const next = async (): Promise<ServerResponse> => {
    if (asked.length === 0) await once(server, "asked");
    return asked.shift() as ServerResponse;
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, next };
}

const json = { "content-type": "application/json" };
const fetching = ["--workers", "1", "--allow-fetch", "--allow-private", "--limit-ms", "30000"];

test("a client that leaves ends its fetch", async () => {
  const { address, next } = await endlessServer("<p>one");
  const serving = await startServe(fetching);
  for (const path of ["/fetch", "/extract"]) {
    const client = new AbortController();
    const body = JSON.stringify({ url: address });
    const asking = fetch(serving.address + path, { method: "POST", headers: json, body, signal: client.signal });
    const response = await next();
    const closed = once(response, "close");
    client.abort();
    await expect(asking).rejects.toThrow(/abort/);
    await closed;
  }
  expect((await serving.post("/extract", smallPage)).status).toBe(200);
  await serving.stop();
}, 120_000);

test("pages that are being fetched count like bodies", async () => {
  const { address, next } = await endlessServer("x".repeat(3_000_000));
  const serving = await startServe([...fetching, "--queue-bytes", "4000000"]);
  const client = new AbortController();
  const body = JSON.stringify({ url: address });
  const asking = fetch(`${serving.address}/fetch`, { method: "POST", headers: json, body, signal: client.signal });
  asking.catch(() => {});
  await next();
  await expect.poll(() => serving.measure("dehusk_held_bytes")).toBeGreaterThan(2_600_000);
  const large = `<p>${"corn ".repeat(300_000)}`;
  expect((await serving.post("/extract?fields=words", large)).status).toBe(429);
  // The other way round: there is no room for a fetched page while others use it.
  const second = await serving.post("/fetch", body, json);
  expect(second.status).toBe(429);
  client.abort();
  await expect.poll(async () => (await serving.post("/extract?fields=words", large)).status).toBe(200);
  await serving.stop();
}, 120_000);
