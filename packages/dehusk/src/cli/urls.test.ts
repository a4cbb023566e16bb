import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { serve } from "../fetch/testing/serve.ts";
import { program, runDehusk } from "./testing/run-dehusk.ts";

function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "dehusk-urls-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const xml = "application/xml";

/** A site with an index of sitemaps, one of them packed, one for news, one gone, one of lines, and feeds of three kinds. */
function serveSite(delay = 0) {
  return serve((path, response, request) => {
    const origin = `http://${request.headers.host}`;
    const send = (type: string, body: string | Buffer) =>
      void setTimeout(() => response.setHeader("content-type", type).end(body), delay);
    const urlset = (...paths: readonly string[]) =>
      `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((each) => `<url><loc>${origin}${each}</loc><lastmod>2024-01-02</lastmod></url>`).join("")}</urlset>`;
    switch (path) {
      case "/robots.txt":
        return send("text/plain", `User-agent: *\nDisallow: /secret\nSitemap: ${origin}/index.xml\n`);
      case "/index.xml":
        return send(
          xml,
          `<sitemapindex><sitemap><loc>${origin}/a.xml.gz</loc></sitemap><sitemap><loc>${origin}/news.xml</loc></sitemap><sitemap><loc>${origin}/gone.xml</loc></sitemap><sitemap><loc>${origin}/lines.txt</loc></sitemap><sitemap><loc>http://other.example/s.xml</loc></sitemap></sitemapindex>`,
        );
      case "/a.xml.gz":
        return send("application/gzip", gzipSync(urlset("/one", "/two?a=1&amp;b=2", "/secret/page", "/one#part")));
      case "/news.xml":
        return send(
          xml,
          `<urlset xmlns:news="n"><url><loc> ${origin}/news/1 </loc><news:news><news:publication_date>2024-05-06</news:publication_date></news:news></url><url><loc>http://other.example/x</loc></url></urlset>`,
        );
      case "/lines.txt":
        return send("text/plain", `${origin}/lines/1\n${origin}/one\nnot a url\n`);
      case "/":
        return send(
          "text/html",
          `<html><head><link rel=alternate type="application/rss+xml" href="/rss"><link rel=alternate type="application/atom+xml" href="/atom"><link rel=alternate type="application/feed+json" href="/feed.json"></head><body><a href="/linked">L</a><a href="/bad" rel=nofollow>B</a></body></html>`,
        );
      case "/rss":
        return send(
          "application/rss+xml",
          `<rss><channel><link>${origin}/</link><item><title>A</title><link><![CDATA[${origin}/rss/1]]></link><pubDate>Mon, 06 May 2024</pubDate></item><item><guid>${origin}/rss/2</guid></item></channel></rss>`,
        );
      case "/atom":
        return send(
          "application/atom+xml",
          `<feed xmlns="a"><link href="${origin}/" /><entry><link rel="edit" href="${origin}/edit"/><link href="${origin}/atom/1"/><updated>2024-07-08</updated></entry></feed>`,
        );
      case "/feed.json":
        return send(
          "application/feed+json",
          JSON.stringify({ version: "https://jsonfeed.org/version/1", items: [{ url: `${origin}/json/1` }] }),
        );
      default:
        return void response.writeHead(404).end();
    }
  });
}

const quick = ["--allow-private", "--delay", "0"];

describe("dehusk urls", () => {
  test("finds the pages of sitemaps and feeds, each once, on the host, as robots.txt allows", async () => {
    const { origin, paths } = await serveSite();
    const run = await runDehusk(["urls", `${origin}/`, ...quick, "--json"]);
    const found = run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(found.map(({ url, foundIn, date }) => [url.slice(origin.length), foundIn, date])).toEqual(
      [
        ["/one", "sitemap", "2024-01-02"],
        ["/two?a=1&b=2", "sitemap", "2024-01-02"],
        ["/news/1", "news", "2024-05-06"],
        ["/lines/1", "sitemap", null],
        ["/rss/1", "feed", "Mon, 06 May 2024"],
        ["/rss/2", "feed", null],
        ["/atom/1", "feed", "2024-07-08"],
        ["/json/1", "feed", null],
      ].sort((a, b) => orderOf(found, origin, a[0] as string) - orderOf(found, origin, b[0] as string)),
    );
    expect(found).toHaveLength(8);
    expect(run.status).toBe(1);
    expect(run.stderr).toContain("/gone.xml responded with status 404");
    expect(new Set(paths()).size).toBe(paths().length);
  });

  test("lists the links of the page where there is nothing else, or when asked", async () => {
    const { origin } = await serve((path, response) => {
      if (path === "/")
        response
          .setHeader("content-type", "text/html")
          .end("<html><a href=/x#a>x</a><a href='//other.example/'>o</a><a href=/x>x</a><a href=y>y</a>");
      else response.writeHead(404).end();
    });
    const run = await runDehusk(["urls", `${origin}/`, ...quick]);
    expect([run.status, run.stdout]).toEqual([0, `${origin}/x\n${origin}/y\n`]);
    const site = await serveSite();
    const both = await runDehusk(["urls", `${site.origin}/`, ...quick, "--links"]);
    expect(both.stdout).toContain(`${site.origin}/linked\n`);
    expect(both.stdout).not.toContain("/bad");
  });

  test("stops at its limits, and refuses private addresses and closed hosts", async () => {
    const { origin, paths } = await serveSite();
    const two = await runDehusk(["urls", `${origin}/`, ...quick, "--limit", "2"]);
    expect(two.stdout.trim().split("\n")).toHaveLength(2);
    const before = paths().length;
    await runDehusk(["urls", `${origin}/`, ...quick, "--documents", "1"]);
    expect(paths().slice(before)).toEqual(["/robots.txt", "/index.xml"]);
    expect(await runDehusk(["urls", `${origin}/`])).toMatchObject({ status: 6, stdout: "" });
    const closed = await serve((_, response) => void response.writeHead(503).end());
    expect(await runDehusk(["urls", `${closed.origin}/`, ...quick])).toMatchObject({ status: 6, stdout: "" });
    expect(await runDehusk(["urls", "ftp://example.org/"])).toMatchObject({ status: 2 });
  });

  test("waits between requests", async () => {
    const { origin, asked } = await serveSite();
    await runDehusk(["urls", `${origin}/`, "--allow-private", "--delay", "0.3", "--documents", "3"]);
    expect(asked.length).toBe(4);
    for (const [i, { from }] of asked.entries()) if (i > 0) expect(from - (asked[i - 1]?.to ?? 0)).toBeGreaterThan(250);
  });

  test("a killed search goes on where it was, and its list is what batch --fetch takes", async () => {
    const { origin, paths } = await serveSite(150);
    const output = join(workFolder(), "urls.txt");
    const args = ["urls", `${origin}/`, ...quick, "-o", output];
    const child = spawn(process.execPath, [program, ...args], { stdio: "ignore" });
    const isRead = (): boolean =>
      existsSync(`${output}.search`) && JSON.parse(readFileSync(`${output}.search`, "utf8")).state.done.length >= 2;
    while (!isRead()) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
    const before = paths().length;
    await runDehusk([...args, "--resume"]);
    const again = paths().slice(before);
    expect(again).not.toContain("/index.xml");
    expect(again).not.toContain("/a.xml.gz");
    const lines = readFileSync(output, "utf8").trim().split("\n");
    expect(new Set(lines).size).toBe(8);
    expect(lines).toHaveLength(8);
    expect(existsSync(`${output}.search`)).toBe(false);
    const batch = await runDehusk(["batch", output, "--fetch", ...quick, "--fields", "url"]);
    expect(
      batch.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).toEqual(lines);
  }, 60_000);
});

function orderOf(found: readonly { readonly url: string }[], origin: string, path: string): number {
  return found.findIndex(({ url }) => url === origin + path);
}
