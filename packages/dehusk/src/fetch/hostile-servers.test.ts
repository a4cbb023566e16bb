import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { fetchChecked } from "./fetch-checked.ts";
import { fetchPage } from "./fetch-page.ts";
import { loopback, sendPage, serve } from "./testing/serve.ts";

/** A server that sends the given bytes, HTTP or not. */
async function serveBytes(answer: (socket: Socket, asked: string) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("data", (data) => answer(socket, String(data)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

const options = { addresses: loopback, milliseconds: 2000 };

describe("responses", () => {
  test.each<[string, string, string]>([
    ["is no HTTP", "SSH-2.0-OpenSSH\r\n", "unreadable"],
    ["breaks off", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n<p>half", "unreadable"],
    ["ends in its headers", "HTTP/1.1 200 OK\r\nContent-Ty", "unreadable"],
    ["has an invalid chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "unreadable"],
    ["has two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n<p>x", "unreadable"],
    ["has endless headers", `HTTP/1.1 200 OK\r\n${`X: ${"y".repeat(100)}\r\n`.repeat(500)}\r\n`, "limit-bytes"],
    ["wants another protocol", "HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n", "unreadable"],
    ["redirects to an invalid URL", "HTTP/1.1 302 Found\r\nLocation: http://[/\r\n\r\n", "unreadable"],
    ["redirects to a script", "HTTP/1.1 302 Found\r\nLocation: javascript:alert(1)\r\n\r\n", "refused"],
    ["has an unknown coding", "HTTP/1.1 200 OK\r\nContent-Encoding: constructor\r\n\r\nplain", "unreadable"],
    ["redirects without a Location", "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", "unreadable"],
  ])("one that %s", async (_, answer, code) => {
    const origin = await serveBytes((socket) => socket.end(answer));
    await expect(fetchPage(`${origin}/`, options)).rejects.toMatchObject({ name: "DehuskError", code });
  });

  test("that never end hit the byte or time limit", async () => {
    const { origin } = await serve((path, response) => {
      response.setHeader("content-type", "text/html");
      const timer = setInterval(() => response.write(path === "/fast" ? "x".repeat(100_000) : "x"), 5);
      response.on("close", () => clearInterval(timer));
    });
    const bytes = fetchPage(`${origin}/fast`, { ...options, bytes: 1_000_000 });
    await expect(bytes).rejects.toMatchObject({ code: "limit-bytes" });
    const time = fetchPage(`${origin}/slow`, { ...options, milliseconds: 200 });
    await expect(time).rejects.toMatchObject({ code: "limit-time" });
  });

  test("that are compression bombs, even nested, hit the limit", async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(50_000_000)));
    const { origin } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip, gzip" }).end(bomb);
    });
    await expect(fetchPage(`${origin}/`, { ...options, bytes: 1_000_000 })).rejects.toMatchObject({
      code: "limit-bytes",
    });
  });

  test("that are not pages are not downloaded", async () => {
    let sent = 0;
    const { origin } = await serve((path, response) => {
      response.writeHead(path === "/missing" ? 404 : 200, {
        "content-type": path === "/missing" ? "text/html" : "video/mp4",
      });
      const timer = setInterval(() => response.write(Buffer.alloc(1000)) && sent++, 1);
      response.on("close", () => clearInterval(timer));
    });
    await expect(fetchPage(`${origin}/film`, options)).rejects.toMatchObject({ code: "bad-input" });
    await expect(fetchPage(`${origin}/missing`, options)).rejects.toMatchObject({ code: "unreadable" });
    expect(sent).toBeLessThan(200);
  });

  test("without a type are sniffed", async () => {
    const { origin } = await serve((path, response) => response.end(path === "/page" ? "<!doctype html><p>Yes" : "No"));
    expect(String((await fetchPage(`${origin}/page`, options)).html)).toContain("Yes");
    await expect(fetchPage(`${origin}/text`, options)).rejects.toMatchObject({ code: "bad-input" });
  });

  test("a failed TLS handshake is reported as such", async () => {
    const { port } = await serve((_, response) => response.end());
    const failed = fetchChecked(`https://127.0.0.1:${port}/`, options);
    await expect(failed).rejects.toMatchObject({ code: "unreadable", message: expect.stringContaining("TLS") });
  });
});

describe("URLs", () => {
  test("cannot inject lines into the request", async () => {
    const heads: string[] = [];
    const origin = await serveBytes((socket, asked) => {
      heads.push(asked);
      socket.end("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>x");
    });
    await fetchPage(`${origin}/a b\r\nX-Injected: 1\r\n\r\nGET /second?q=ü HTTP/1.1`, options);
    expect(heads).toHaveLength(1);
    expect(heads[0]).toMatch(/^GET \/a%20bX-Injected:%201GET%20\/second\?q=%C3%BC%20HTTP\/1\.1 HTTP\/1\.1\r\n/);
    expect(heads[0]).not.toMatch(/^X-Injected/m);
  });

  test("non-ASCII Location headers are UTF-8 and cannot inject lines either", async () => {
    const { origin, paths } = await serve((path, response) => {
      if (path !== "/start") sendPage(response, path);
      else response.writeHead(302, { location: Buffer.from("/käse\tbrot").toString("latin1") }).end();
    });
    await fetchPage(`${origin}/start`, options);
    expect(paths()).toEqual(["/start", "/k%C3%A4sebrot"]);
  });

  test("user name and password go only to their own origin, and into no result", async () => {
    const other = await serve((path, response) => sendPage(response, path), "127.0.0.2");
    const { port, asked } = await serve((path, response) => {
      if (path === "/1") response.writeHead(302, { location: "/2" }).end();
      else response.writeHead(302, { location: `http://a:b@127.0.0.2:${other.port}/3` }).end();
    });
    const headers = { Cookie: "id=1", authorization: "Bearer key", "X-Api-Key": "secret" };
    const { url } = await fetchPage(`http://me:secret@127.0.0.1:${port}/1`, options);
    expect(url).toBe(`${other.origin}/3`);
    const basic = `Basic ${Buffer.from("me:secret").toString("base64")}`;
    expect(asked.map((entry) => entry.headers.authorization)).toEqual([basic, basic]);
    await fetchPage(`http://127.0.0.1:${port}/1`, { ...options, headers });
    expect(asked[3]?.headers).toMatchObject({ cookie: "id=1", authorization: "Bearer key" });
    for (const entry of other.asked) {
      expect(Object.keys(entry.headers)).not.toContain("authorization");
      expect(Object.keys(entry.headers)).not.toContain("x-api-key");
    }
    expect(other.asked[1]?.headers.cookie).toBeUndefined();
    const failed = fetchPage(`http://me:secret@127.0.0.1:${port}/1`, { ...options, redirects: 0 });
    await expect(failed).rejects.toSatisfy((error) => !String(error).includes("secret"));
  });

  test("an IPv6 literal is fetched when it is allowed", async () => {
    const { origin } = await serve((path, response) => sendPage(response, path), "::1");
    expect((await fetchPage(`${origin}/six`, options)).url).toBe(`${origin}/six`);
    await expect(fetchPage(`${origin}/six`)).rejects.toMatchObject({ code: "refused" });
  });

  test.each([
    "http://0/",
    "http://0177.0.0.1/",
    "http://0x7f000001/",
    "http://127.1/",
    "http://127.0.0.1./",
    "http://①②⑦.⓪.⓪.①/",
    "http://[::]/",
    "http://[0:0:0:0:0:ffff:7f00:1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[fe80::1]/",
    "http://example.org@127.0.0.1/",
    "http:\\\\127.0.0.1\\",
  ])("%s is refused before connecting", async (url) => {
    await expect(fetchPage(url)).rejects.toMatchObject({ code: "refused" });
  });

  test("a redirect is checked like the first URL, so a public name for a private address gains nothing", async () => {
    const inner = await serve((path, response) => sendPage(response, path), "127.0.0.2");
    const { origin } = await serve((_, response) => {
      response.writeHead(302, { location: `${inner.origin}/`, "alt-svc": `h2="127.0.0.2:${inner.port}"` }).end();
    });
    const only = (address: string) => address === "127.0.0.1";
    await expect(fetchPage(origin, { addresses: only })).rejects.toMatchObject({ code: "refused" });
    expect(inner.asked).toEqual([]);
  });

  test("the check and the connection share one DNS lookup", async () => {
    const { port } = await serve((path, response) => sendPage(response, path));
    const seen: string[] = [];
    const addresses = (address: string) => seen.push(address) > 0 && address === "127.0.0.1";
    const fetched = await fetchPage(`http://localhost:${port}/`, { addresses });
    expect(fetched.url).toBe(`http://localhost:${port}/`);
    // Each address of the answer is checked once, so there was no second lookup.
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("proxies from the environment are not used", async () => {
    const proxy = await serve((_, response) => response.end("proxy"));
    const server = await serve((path, response) => sendPage(response, path));
    const before = { ...process.env };
    onTestFinished(() => {
      for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"]) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    });
    Object.assign(process.env, {
      HTTP_PROXY: proxy.origin,
      http_proxy: proxy.origin,
      ALL_PROXY: proxy.origin,
      NODE_USE_ENV_PROXY: "1",
    });
    await fetchPage(`${server.origin}/direct`, options);
    expect([server.paths(), proxy.paths()]).toEqual([["/direct"], []]);
  });
});
