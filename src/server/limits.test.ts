import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { heavyPage, slowPage, slowPath, smallPage } from "./testing/pages.ts";
import { type Serving, startServe } from "./testing/start-serve.ts";

describe("a page that takes too long, or too much", () => {
  test("is given up, and keeps no other waiting", async () => {
    const serving = await startServe(["--workers", "2", "--limit-ms", "1500"]);
    let isOver = false;
    const stuck = serving.post(slowPath, slowPage).finally(() => {
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
    expect(await serving.measure('dehusk_workers_replaced_total{reason="limit-time"}')).toBe(1);
    await serving.stop();
  });

  test("is given up when its thread is out of memory, which is replaced", async () => {
    const serving = await startServe(["--workers", "1", "--limit-ms", "60000", "--limit-memory", "64"]);
    const answer = await serving.post("/extract", heavyPage);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      version: 1,
      error: { code: "limit-memory", message: "The page took more memory than the limit of 64 MB." },
    });
    expect(await serving.measure('dehusk_workers_replaced_total{reason="limit-memory"}')).toBe(1);
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

  test("sends requests away with 429, says when to come again, and takes others later", async () => {
    const under = [serving.post(slowPath, slowPage)];
    while ((await serving.measure("dehusk_workers_busy")) === 0);
    under.push(serving.post("/extract", smallPage), serving.post("/extract", smallPage));
    while ((await serving.measure("dehusk_queue_length")) < 2);
    const refused = await serving.post("/extract", smallPage);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.json()).toMatchObject({ version: 1, error: { code: "busy" } });
    expect((await fetch(`${serving.address}/healthz`)).status).toBe(200);
    expect((await Promise.all(under)).map(({ status }) => status)).toEqual([503, 200, 200]);
    expect((await serving.post("/extract", smallPage)).status).toBe(200);
  });

  test("lets a request go whose client is gone", async () => {
    const stuck = serving.post(slowPath, slowPage);
    while ((await serving.measure("dehusk_workers_busy")) === 0);
    const socket = connect(serving.port, "127.0.0.1");
    socket.write(
      `POST /extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>`,
    );
    while ((await serving.measure("dehusk_queue_length")) === 0);
    socket.destroy();
    while ((await serving.measure("dehusk_queue_length")) > 0);
    expect((await stuck).status).toBe(503);
  });
});
