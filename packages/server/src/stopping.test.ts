import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { heavyPage, longPage, slowPage, slowPath, smallPage } from "./testing/pages.ts";
import { sendRaw, startServe } from "./testing/start-serve.ts";

const folder = mkdtempSync(join(tmpdir(), "dehusk-serve-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("stopping", () => {
  test("finishes requests in progress, refuses new ones, and ends with 0; sites are kept", async () => {
    const store = join(folder, "tables");
    const serving = await startServe(["--workers", "1", "--store", store, "--limit-ms", "60000"]);
    expect((await serving.post("/sites/example.org/pages", smallPage)).status).toBe(200);
    const idle = connect(serving.port, "127.0.0.1");
    let isOver = false;
    const long = serving.post("/extract?fields=words", heavyPage.slice(0, 1_200_000)).finally(() => {
      isOver = true;
    });
    while ((await serving.measure("dehusk_workers_busy")) === 0);
    const waiting = serving.post("/sites/example.org/pages", smallPage);
    while ((await serving.measure("dehusk_queue_length")) === 0);
    serving.signal("SIGTERM");
    let late = await refusal(serving.port);
    while (late === "200") late = await refusal(serving.port);
    expect(late).toMatch(/^(?:503|closed)$/);
    expect(isOver).toBe(false);
    expect((await long).status).toBe(200);
    expect(await (await waiting).json()).toMatchObject({ page: 2 });
    expect(await serving.ended).toEqual({ code: 0, signal: null });
    idle.destroy();
    const again = await startServe(["--workers", "1", "--store", store]);
    expect(await (await fetch(`${again.address}/sites/example.org`)).json()).toMatchObject({ pages: 2 });
    expect(await (await fetch(`${again.address}/about`)).json()).toMatchObject({ store: "disk" });
    again.signal("SIGINT");
    expect(await again.ended).toEqual({ code: 0, signal: null });
  });

  test("waits for clients that read their answers slowly", async () => {
    const serving = await startServe(["--workers", "1", "--limit-ms", "60000"]);
    const socket = connect(serving.port, "127.0.0.1").pause();
    const head = `POST /extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n`;
    socket.write(`${head}Content-Length: ${longPage.length}\r\n\r\n${longPage}`);
    while ((await serving.measure("dehusk_workers_busy")) === 0);
    while ((await serving.measure("dehusk_workers_busy")) === 1);
    serving.signal("SIGTERM");
    while ((await refusal(serving.port)) !== "closed");
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const [start = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
    expect(body.length).toBeGreaterThan(10_000_000);
    expect(body.length).toBe(Number(/^content-length: (\d+)/im.exec(start)?.[1]));
    expect(await serving.ended).toEqual({ code: 0, signal: null });
  });

  test("ends at once with a second signal", async () => {
    const serving = await startServe(["--workers", "1", "--limit-ms", "60000"]);
    const stuck = serving.post(slowPath, slowPage.repeat(3)).catch(() => "gone");
    while ((await serving.measure("dehusk_workers_busy")) === 0);
    serving.signal("SIGTERM");
    while ((await refusal(serving.port)) === "200");
    serving.signal("SIGTERM");
    expect(await serving.ended).toEqual({ code: 0, signal: null });
    expect(await stuck).toBe("gone");
  });
});

/** The outcome of a request now: its status, or a refused connection. */
async function refusal(port: number): Promise<string> {
  const ask = "GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n";
  return sendRaw(port, ask).then(
    ({ status }) => String(status),
    () => "closed",
  );
}
