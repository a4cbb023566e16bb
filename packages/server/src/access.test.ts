import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smallPage } from "./testing/pages.ts";
import { type Serving, sendRaw, startServe } from "./testing/start-serve.ts";

const html = { "content-type": "text/html" };

const folder = mkdtempSync(join(tmpdir(), "dehusk-serve-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("keys", () => {
  let serving: Serving;
  const file = join(folder, "keys.txt");
  beforeAll(async () => {
    writeFileSync(file, "# first\nkey-one\n\nkey-two\n");
    serving = await startServe(["--workers", "1", "--api-key-file", file], { DEHUSK_API_KEYS: "key-three" });
  });
  afterAll(() => serving.stop());

  test("admit every client that has one", async () => {
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await serving.post("/extract", smallPage, { ...html, ...headers })).status;
    expect(await status({ authorization: "Bearer key-one" })).toBe(200);
    expect(await status({ authorization: "bearer key-three" })).toBe(200);
    expect(await status({ "x-api-key": "key-two" })).toBe(200);
    for (const wrong of ["", "key-on", "key-one2", "KEY-ONE", "# first"]) {
      expect(await status({ "x-api-key": wrong })).toBe(401);
      expect(await status({ authorization: `Bearer ${wrong}` })).toBe(401);
    }
  });

  test("are required for all routes but the harmless ones", async () => {
    const status = async (path: string): Promise<number> => (await serving.get(path)).status;
    const open = ["/healthz", "/about", "/docs", "/openapi.json"];
    expect(await Promise.all(open.map(status))).toEqual([200, 200, 200, 200]);
    expect(await Promise.all(["/metrics", "/sites", "/sites/a"].map(status))).toEqual([401, 401, 401]);
    const refused = await serving.get(`/sites`);
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    expect(await refused.json()).toMatchObject({ version: 1, error: { code: "no-key" } });
    expect(serving.log()).not.toMatch(/key-(?:one|two|three)/);
  });
});

describe("fetching", () => {
  let site: Server;
  let address: string;
  beforeAll(async () => {
    site = createServer((request, response) => {
      if (request.url === "/missing") response.statusCode = 404;
      if (request.url === "/slow") return;
      response.setHeader("content-type", "text/html; charset=windows-1251");
      response.end(
        Buffer.concat([Buffer.from("<title>"), Buffer.from([0xec, 0xe8, 0xf0]), Buffer.from(`</title>${smallPage}`)]),
      );
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    site.closeAllConnections();
    site.close();
  });

  test("reaches only public addresses, unless private ones are allowed", async () => {
    const json = { "content-type": "application/json" };
    const ask = (serving: Serving, path: string, url: string): Promise<Response> =>
      serving.post(path, JSON.stringify({ url }), json);
    const [wary, open] = await Promise.all([
      startServe(["--workers", "1", "--allow-fetch"]),
      startServe(["--workers", "1", "--allow-fetch", "--allow-private", "--limit-ms", "1000"]),
    ]);
    for (const url of [address, "http://localhost/", "http://[::1]/", "http://169.254.169.254/"]) {
      const refused = await ask(wary, "/fetch", url);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ error: { code: "refused" } });
    }
    expect((await ask(wary, "/extract", address)).status).toBe(403);
    const fetched = (await (await ask(open, "/fetch", address)).json()) as { html: string };
    expect(fetched).toMatchObject({ version: 1, url: address });
    expect(fetched.html).toContain("<title>мир</title>");
    const extracted = await ask(open, "/extract", address);
    expect(await extracted.json()).toMatchObject({ url: address, title: "мир", words: 51 });
    expect((await ask(open, "/fetch", `${address}missing`)).status).toBe(502);
    expect((await ask(open, "/fetch", `${address}slow`)).status).toBe(504);
    expect((await ask(open, "/fetch", "ftp://example.org/")).status).toBe(403);
    await Promise.all([wary.stop(), open.stop()]);
  });
});

describe("starting", () => {
  test("needs keys, or explicit consent, if other machines can connect", async () => {
    await expect(startServe(["--host", "0.0.0.0"])).rejects.toThrow(/ended with 2: .*--api-key-file.*--insecure/s);
    const serving = await startServe([
      "--host",
      "0.0.0.0",
      "--insecure",
      "--workers",
      "1",
      "--allow-host",
      "corn.example",
    ]);
    const asking = (host: string) => sendRaw(serving.port, `GET /about HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect((await asking("corn.example")).status).toBe(200);
    expect((await asking("husk.example")).status).toBe(421);
    await serving.stop();
  });

  test("reports what is wrong", async () => {
    await expect(startServe(["--api-key-file", join(folder, "none")])).rejects.toThrow(
      /ended with 3: error: Cannot read the API keys/,
    );
    await expect(startServe(["--port", "70000"])).rejects.toThrow(/ended with 2:/);
    await expect(startServe(["--limit-memory", "8"])).rejects.toThrow(/ended with 2: .*"memoryMb".*from 32/);
  });
});
