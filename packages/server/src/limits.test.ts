import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { heavyPage, longPage, slowestPage, slowPage, slowPath, smallPage } from "./testing/pages.ts";
import { type Serving, startServe } from "./testing/start-serve.ts";

describe("a page that takes too long, or too much", () => {
  test("is abandoned, and does not delay others", async () => {
    const serving = await startServe(["--workers", "2", "--limit-ms", "1500"]);
    let isOver = false;
    const stuck = serving.post(slowPath, slowestPage).finally(() => {
      isOver = true;
    });
    let answered = 0;
    while (!isOver) {
      const answer = await serving.post("/extract?fields=words", smallPage);
      expect(await answer.json()).toEqual({ version: 1, words: 50 });
      answered++;
    }
    const answer = await stuck;
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      version: 1,
      error: { code: "limit-time", message: "The page took longer than the limit of 1500 ms." },
    });
    expect(answered).toBeGreaterThan(5);
    await expect.poll(() => serving.measure('dehusk_workers_replaced_total{reason="limit-time"}')).toBe(1);
    await serving.stop();
  });

  test("is abandoned when its thread is out of memory, which is replaced", async () => {
    const serving = await startServe(["--workers", "1", "--limit-ms", "60000", "--limit-memory", "64"]);
    const answer = await serving.post("/extract", heavyPage);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      version: 1,
      error: { code: "limit-memory", message: "The page took more memory than the limit of 64 MB." },
    });
    expect(await serving.measure('dehusk_workers_replaced_total{reason="limit-memory"}')).toBe(1);
    // More objects than the thread would have memory for.
    const objects = `{"html":[${"{},".repeat(5_000_000)}0]}`;
    expect((await serving.post("/extract", objects, { "content-type": "application/json" })).status).toBe(400);
    expect((await serving.post("/extract", smallPage)).status).toBe(200);
    await serving.stop();
  });
});

describe("a queue that is full", () => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await startServe(["--workers", "1", "--queue", "2", "--limit-ms", "1000"]);
  });
  afterAll(() => serving.stop());

  test("refuses requests with 429, says when to retry, and accepts others later", async () => {
    const under = [serving.post(slowPath, slowestPage)];
    while ((await serving.measure("dehusk_workers_busy")) === 0);
    under.push(serving.post("/extract", smallPage), serving.post("/extract", smallPage));
    while ((await serving.measure("dehusk_queue_length")) < 2);
    const refused = await serving.post("/extract", smallPage);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.json()).toMatchObject({ version: 1, error: { code: "busy" } });
    expect((await serving.get(`/healthz`)).status).toBe(200);
    expect((await Promise.all(under)).map(({ status }) => status)).toEqual([503, 200, 200]);
    expect((await serving.post("/extract", smallPage)).status).toBe(200);
  });

  test("drops a request whose client is gone", async () => {
    let isOver = false;
    const stuck = serving.post(slowPath, slowestPage).finally(() => {
      isOver = true;
    });
    while ((await serving.measure("dehusk_workers_busy")) === 0);
    const socket = connect(serving.port, "127.0.0.1");
    const request = `POST /extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>`;
    // Of two on one connection, Node tells only the first that it is closed.
    socket.write(request.repeat(2));
    while ((await serving.measure("dehusk_queue_length")) < 2);
    socket.destroy();
    while ((await serving.measure("dehusk_queue_length")) > 0);
    expect(isOver).toBe(false);
    expect((await stuck).status).toBe(503);
  });
});

describe("bytes in progress", () => {
  let serving: Serving;
  let site: Server;
  const held: ServerResponse[] = [];
  beforeAll(async () => {
    site = createServer((_, response) => void held.push(response.setHeader("content-type", "text/html")));
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const limits = ["--queue-bytes", "1000000", "--limit-ms", "1500"];
    serving = await startServe(["--workers", "1", ...limits, "--allow-fetch", "--allow-private"]);
  });
  afterAll(async () => {
    site.close();
    await serving.stop();
  });

  const head = "HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n";

  test("are those received, not those announced", async () => {
    const promises: Socket[] = [];
    for (const length of ["Transfer-Encoding: chunked", "Content-Length: 900000", "Content-Length: 900000"]) {
      const socket = connect(serving.port, "127.0.0.1");
      socket.write(`POST /extract ${head}Expect: 100-continue\r\n${length}\r\n\r\n`);
      expect(String(await once(socket, "data"))).toContain("100 Continue");
      promises.push(socket);
    }
    expect((await serving.post("/extract", smallPage)).status).toBe(200);
    for (const socket of promises) socket.destroy();
  });

  test("include unread answers", async () => {
    const slow = connect(serving.port, "127.0.0.1").pause();
    slow.write(`POST /extract ${head}Content-Length: ${longPage.length}\r\n\r\n${longPage}`);
    const status = async (): Promise<number> => (await serving.post("/extract", smallPage)).status;
    await expect.poll(() => serving.measure("dehusk_workers_busy")).toBe(1);
    await expect.poll(() => serving.measure("dehusk_workers_busy")).toBe(0);
    expect(await status()).toBe(429);
    slow.destroy();
    await expect.poll(status).toBe(200);
  });

  test("include fetched pages", async () => {
    const { port } = site.address() as AddressInfo;
    const body = JSON.stringify({ url: `http://127.0.0.1:${port}/` });
    const asked = [1, 2].map(() => serving.post(slowPath, body, { "content-type": "application/json" }));
    await expect.poll(() => held.length).toBe(2);
    for (const response of held) response.end(slowPage);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    // The other is answered, or takes too long, as the machine has it.
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200 || status === 503)).toHaveLength(1);
  });
});
