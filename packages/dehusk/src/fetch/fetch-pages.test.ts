import { describe, expect, test } from "vitest";
import { type FetchPagesOptions, fetchPages, type ListedPage } from "./fetch-pages.ts";
import { loopback, page, sendNothing, sendPage, serve, type TestServer } from "./testing/serve.ts";

const quick: FetchPagesOptions = { addresses: loopback, delay: 0, milliseconds: 2000 };

async function all(urls: Parameters<typeof fetchPages>[0], options: FetchPagesOptions = quick): Promise<ListedPage[]> {
  const records: ListedPage[] = [];
  for await (const record of fetchPages(urls, options)) records.push(record);
  return records;
}

const codes = (records: readonly ListedPage[]) => records.map(({ error }) => error?.code);

/** Serves a page at every path, and this robots.txt. */
function serveWithRobots(robots: string | number, host?: string): Promise<TestServer> {
  return serve((path, response) => {
    if (path !== "/robots.txt") sendPage(response, `page ${path}`);
    else if (typeof robots === "number") response.writeHead(robots).end();
    else response.setHeader("content-type", "text/plain").end(robots);
  }, host);
}

test("pages come in the order of the list, with their final URL and charset", async () => {
  const server = await serve((path, response) => {
    if (path === "/robots.txt") sendNothing(response);
    else if (path === "/old") response.writeHead(301, { location: "/new#part" }).end();
    else setTimeout(() => sendPage(response, path), path === "/slow" ? 100 : 0);
  });
  const other = await serve((path, response) => sendPage(response, `other ${path}`), "127.0.0.2");
  const urls = [`${server.origin}/slow`, `${other.origin}/a`, `${server.origin}/old`, `${other.origin}/b#c`];
  const records = await all(urls);
  expect(records).toEqual([
    { id: urls[0], url: urls[0], html: Buffer.from(page("/slow")), encoding: "utf-8" },
    { id: urls[1], url: urls[1], html: Buffer.from(page("other /a")), encoding: "utf-8" },
    { id: urls[2], url: `${server.origin}/new`, html: Buffer.from(page("/new")), encoding: "utf-8" },
    { id: urls[3], url: `${other.origin}/b`, html: Buffer.from(page("other /b")), encoding: "utf-8" },
  ]);
});

test("a failed page is a record, under its URL without the password", async () => {
  const { origin, port } = await serve((path, response) => {
    if (path === "/gone") response.writeHead(410).end("gone");
    else if (path === "/reset") response.destroy();
    else if (path === "/pdf") response.setHeader("content-type", "application/pdf").end("%PDF");
    else if (path === "/empty") response.setHeader("content-type", "text/html").end();
    else if (path === "/loop") response.writeHead(302, { location: "/loop" }).end();
    else if (path === "/hang") response.writeHead(200, { "content-type": "text/html" }).write("<p>");
    else if (path === "/out") response.writeHead(302, { location: "file:///etc/hosts" }).end();
    else sendPage(response, path);
  });
  const paths = ["/gone", "/reset", "/pdf", "/empty", "/loop", "/hang", "/out", "/good"];
  const urls = ["nonsense", `http://me:secret@127.0.0.1:${port}/gone`, ...paths.map((path) => origin + path)];
  const records = await all(urls, { ...quick, milliseconds: 800, redirects: 3, robots: false });
  expect(codes(records)).toEqual([
    "refused",
    "unreadable",
    "unreadable",
    "unreadable",
    "bad-input",
    "bad-input",
    "unreadable",
    "limit-time",
    "refused",
    undefined,
  ]);
  expect(records[1]?.id).toBe(`${origin}/gone`);
  expect(JSON.stringify(records.map(({ id, error }) => [id, error?.message]))).not.toContain("secret");
});

describe("robots.txt", () => {
  test("is fetched once and obeyed", async () => {
    const { origin, paths } = await serveWithRobots(
      "\ufeffUser-agent: *\nDisallow: /\n\nUser-agent: Dehusk\nDisallow: /private\nAllow: /private/open\n",
    );
    const records = await all(["/a", "/private/b", "/private/open", "/?x=/private"].map((path) => origin + path));
    expect(codes(records)).toEqual([undefined, "refused", undefined, undefined]);
    expect(paths()).toEqual(["/robots.txt", "/a", "/private/open", "/?x=/private"]);
    expect(records[1]?.error?.message).toContain("robots.txt");
  });

  test("is read whatever the byte limit for pages", async () => {
    const { origin } = await serveWithRobots(`#${"x".repeat(5000)}\nUser-agent: *\nDisallow: /no`);
    const records = await all([`${origin}/yes`, `${origin}/no`], { ...quick, bytes: 1000 });
    expect(codes(records)).toEqual([undefined, "refused"]);
    expect(records[1]?.error?.message).toContain("does not allow");
  });

  test("rules go by the name in the User-Agent", async () => {
    const { origin, asked } = await serveWithRobots("User-agent: other\nDisallow:\n\nUser-agent: *\nDisallow: /\n");
    expect(codes(await all([`${origin}/a`]))).toEqual(["refused"]);
    expect(codes(await all([`${origin}/a`], { ...quick, userAgent: "other/1.0 (+mail)" }))).toEqual([undefined]);
    expect(asked.map(({ headers }) => headers["user-agent"])).toEqual([
      "dehusk",
      "other/1.0 (+mail)",
      "other/1.0 (+mail)",
    ]);
  });

  test.each([
    [404, undefined],
    [403, undefined],
    [500, "refused"],
    [503, "refused"],
    [429, "refused"],
  ])("with status %i", async (status, code) => {
    const { origin, paths } = await serveWithRobots(status);
    expect(codes(await all([`${origin}/a`], { ...quick, retries: 0 }))).toEqual([code]);
    expect(paths().includes("/a")).toBe(code === undefined);
  });

  test("that cannot be fetched forbids everything; a missing host is unreadable", async () => {
    const { origin } = await serve((path, response) => {
      if (path !== "/robots.txt") sendPage(response, path);
    });
    const records = await all([`${origin}/a`, "http://127.0.0.9:1/"], { ...quick, milliseconds: 500 });
    expect(codes(records)).toEqual(["refused", "unreadable"]);
  });

  test("is followed through redirects; each redirect of a page checks its own", async () => {
    const target = await serveWithRobots("User-agent: *\nDisallow: /closed", "127.0.0.2");
    const { origin } = await serve((path, response) => {
      const location = path === "/robots.txt" ? `${target.origin}/robots.txt` : target.origin + path;
      response.writeHead(302, { location }).end();
    });
    expect(codes(await all([`${origin}/open`, `${origin}/closed`]))).toEqual([undefined, "refused"]);
    expect(codes(await all([`${origin}/closed`], { ...quick, robots: false }))).toEqual([undefined]);
    expect(target.paths().filter((path) => path === "/closed")).toHaveLength(1);
  });

  test("a redirect to a URL its host forbids is not followed", async () => {
    const target = await serveWithRobots("User-agent: *\nDisallow: /", "127.0.0.2");
    const { origin } = await serve((path, response) => {
      if (path === "/robots.txt") sendNothing(response);
      else response.writeHead(302, { location: target.origin + path }).end();
    });
    expect(codes(await all([`${origin}/page`]))).toEqual(["refused"]);
    expect(target.paths()).toEqual(["/robots.txt"]);
  });
});

describe("politeness", () => {
  /** Milliseconds between each response's end and the next request. */
  const gaps = ({ asked }: TestServer) => asked.slice(1).map(({ from }, i) => from - (asked[i] as { to: number }).to);

  test("a host gets one request at a time, with a pause after each", async () => {
    const server = await serve((path, response) => {
      if (path === "/robots.txt") sendNothing(response);
      else setTimeout(() => sendPage(response, path), 20);
    });
    await all(
      [1, 2, 3].map((n) => `${server.origin}/${n}`),
      { ...quick, delay: 150 },
    );
    // The server sees the end of a response slightly after the client.
    expect(Math.min(...gaps(server).slice(1))).toBeGreaterThan(100);
    expect(server.asked).toHaveLength(4);
  });

  test("Crawl-delay makes the pause longer, up to a limit", async () => {
    const server = await serveWithRobots("User-agent: *\nCrawl-delay: 0.15");
    await all([`${server.origin}/1`, `${server.origin}/2`]);
    expect(gaps(server)[1]).toBeGreaterThan(100);
    const endless = await serveWithRobots("User-agent: *\nCrawl-delay: 86400");
    const records = await all([`${endless.origin}/1`, `${endless.origin}/2`], { ...quick, longestDelay: 50 });
    expect(codes(records)).toEqual([undefined, undefined]);
  });

  test("hosts are fetched from in parallel, up to the number of connections", async () => {
    const hosts = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"];
    let now = 0;
    let most = 0;
    const servers = await Promise.all(
      hosts.map((host) =>
        serve((path, response) => {
          most = Math.max(most, ++now);
          response.on("close", () => now--);
          setTimeout(() => sendPage(response, path), 60);
        }, host),
      ),
    );
    const urls = [1, 2].flatMap((n) => servers.map(({ origin }) => `${origin}/${n}`));
    await all(urls, { ...quick, robots: false, connections: 3 });
    expect(most).toBe(3);
  });

  test("a busy host is retried when it says, a limited number of times", async () => {
    let left = 2;
    const server = await serve((path, response) => {
      if (path === "/always") response.writeHead(503, { "retry-after": "0" }).end();
      else if (path === "/tomorrow") response.writeHead(429, { "retry-after": "86400" }).end();
      else if (left-- > 0) response.writeHead(429, { "retry-after": left === 1 ? "1" : "0" }).end();
      else sendPage(response, path);
    });
    const urls = ["/soon", "/always", "/tomorrow"].map((path) => server.origin + path);
    const records = await all(urls, { ...quick, robots: false, longestWait: 1000 });
    expect(codes(records)).toEqual([undefined, "unreadable", "unreadable"]);
    const times = (path: string) => server.paths().filter((asked) => asked === path).length;
    expect(["/soon", "/always", "/tomorrow"].map(times)).toEqual([3, 3, 1]);
    expect(gaps(server)[0]).toBeGreaterThan(900);
  });
});

describe("lists", () => {
  test("a slow host does not hold up those within the window", async () => {
    const slow = await serve((path, response) => void setTimeout(() => sendPage(response, path), 600));
    const fast = await serve((path, response) => sendPage(response, path), "127.0.0.2");
    const urls = [`${slow.origin}/1`, ...Array.from({ length: 5 }, (_, n) => `${fast.origin}/${n}`)];
    const pages = fetchPages(urls, { ...quick, robots: false, window: 4 });
    const first = await pages.next();
    expect(first.value?.id).toBe(urls[0]);
    expect(fast.paths()).toEqual(["/0", "/1", "/2"]);
    await pages.return(undefined);
  });

  test("finished pages are yielded while the list waits for its next URL", async () => {
    const { origin } = await serve((path, response) => sendPage(response, path));
    let goOn = () => {};
    async function* list() {
      yield `${origin}/1`;
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      yield `${origin}/2`;
    }
    const pages = fetchPages(list(), { ...quick, robots: false });
    expect((await pages.next()).value?.id).toBe(`${origin}/1`);
    goOn();
    expect((await pages.next()).value?.id).toBe(`${origin}/2`);
    expect((await pages.next()).done).toBe(true);
  });

  test("skips URLs at the start", async () => {
    const { origin, paths } = await serve((path, response) => sendPage(response, path));
    const urls = [1, 2, 3].map((n) => `${origin}/${n}`);
    expect((await all(urls, { ...quick, robots: false, skip: 2 })).map(({ id }) => id)).toEqual([`${origin}/3`]);
    expect(paths()).toEqual(["/3"]);
    expect(await all(urls, { ...quick, skip: 9 })).toEqual([]);
  });

  test("stopping early aborts all requests", async () => {
    const { origin, asked } = await serve((path, response) => {
      if (path === "/1") sendPage(response, path);
    });
    const other = await serve(() => {}, "127.0.0.2");
    const pages = fetchPages([`${origin}/1`, `${origin}/2`, `${other.origin}/3`], { ...quick, robots: false });
    await pages.next();
    await expect.poll(() => other.asked.length).toBe(1);
    await pages.return(undefined);
    await expect.poll(() => [...asked, ...other.asked].every(({ to }) => to < Infinity)).toBe(true);
  });

  test("an error of the list or of onExchange ends the run", async () => {
    const { origin } = await serve((path, response) => sendPage(response, path));
    async function* broken() {
      yield `${origin}/1`;
      throw new Error("no more");
    }
    await expect(all(broken(), { ...quick, robots: false })).rejects.toThrow("no more");
    const onExchange = () => Promise.reject(new Error("disk full"));
    await expect(all([`${origin}/1`, `${origin}/2`], { ...quick, onExchange })).rejects.toThrow("disk full");
  });

  test.each([{ delay: -1 }, { connections: 0 }, { window: Number.NaN }, { userAgent: "a\r\nb: c" }, { what: 1 }])(
    "%o is a bad option",
    async (option) => {
      await expect(all([], option as FetchPagesOptions)).rejects.toMatchObject({ code: "bad-option" });
    },
  );
});
