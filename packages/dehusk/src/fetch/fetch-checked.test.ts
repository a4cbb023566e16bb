import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchChecked } from "./fetch-checked.ts";

let server: Server;
let port: number;
let asked: string[] = [];
const here = (address: string) => address === "127.0.0.1";

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url as string);
    if (request.url === "/zipped") {
      response.setHeader("content-encoding", "gzip").end(gzipSync("x".repeat(100_000)));
    } else if (request.url?.startsWith("/to/")) {
      response.writeHead(302, { location: decodeURIComponent(request.url.slice(4)) }).end();
    } else if (request.url === "/slow") {
      response.write("a");
    } else if (request.url === "/broken") {
      response.setHeader("content-encoding", "gzip").end("not zipped");
    } else {
      response.setHeader("content-type", "text/css").end("p{}");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const at = (path: string, host = "127.0.0.1") => `http://${host}:${port}${path}`;

test.each(["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"])(
  "%s is refused before connecting",
  async (host) => {
    asked = [];
    await expect(fetchChecked(at("/", host))).rejects.toMatchObject({ code: "refused" });
    expect(asked).toEqual([]);
  },
);

test.each(["file:///etc/hosts", "ftp://example.org/", "data:text/plain,x", "nonsense", "gopher://127.0.0.1/"])(
  "%s is refused",
  async (url) => {
    await expect(fetchChecked(url)).rejects.toMatchObject({ code: "refused" });
  },
);

test("allowed addresses are fetched, by number or by name", async () => {
  for (const host of ["127.0.0.1", "localhost"]) {
    const { status, headers, body } = await fetchChecked(at("/style.css", host), { addresses: here });
    expect([status, headers["content-type"], String(body)]).toEqual([200, "text/css", "p{}"]);
  }
});

test("redirects are followed, each one checked", async () => {
  const to = (url: string) => at(`/to/${encodeURIComponent(url)}`);
  const { url, body } = await fetchChecked(to("/style.css"), { addresses: here });
  expect([url, String(body)]).toEqual([at("/style.css"), "p{}"]);
  for (const target of ["http://169.254.169.254/latest", "http://[::1]:80/", "http://10.0.0.1/", "file:///etc/hosts"]) {
    await expect(fetchChecked(to(target), { addresses: here })).rejects.toMatchObject({ code: "refused" });
  }
  await expect(fetchChecked(to(to("/style.css")), { addresses: here, redirects: 1 })).rejects.toMatchObject({
    code: "unreadable",
  });
});

test("compressed responses are unpacked up to the limit", async () => {
  const { body } = await fetchChecked(at("/zipped"), { addresses: here });
  expect(body.length).toBe(100_000);
  await expect(fetchChecked(at("/zipped"), { addresses: here, bytes: 1_000 })).rejects.toMatchObject({
    code: "limit-bytes",
  });
  await expect(fetchChecked(at("/broken"), { addresses: here })).rejects.toMatchObject({ code: "unreadable" });
});

test("a response that never ends times out", async () => {
  await expect(fetchChecked(at("/slow"), { addresses: here, milliseconds: 300 })).rejects.toMatchObject({
    code: "limit-time",
  });
});
