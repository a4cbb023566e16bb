import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readWarc } from "../corpus/index.ts";
import { sendNothing, serve } from "../fetch/testing/serve.ts";
import { runDehusk } from "./testing/run-dehusk.ts";

const story = (words: string) =>
  `<title>${words}</title><nav><a href="/">Home</a></nav><h1>${words}</h1>
   <p>${words}: it rained all day, and the river, which had been low since spring, came up to the <a href="mill">mill</a>.</p>`;

function serveStories() {
  return serve((path, response) => {
    if (path === "/latin") {
      response
        .setHeader("content-type", "text/html; charset=windows-1252")
        .end(Buffer.from(story("Gr\xf6\xdfe"), "latin1"));
    } else if (path === "/old") response.writeHead(302, { location: "/valley/latin" }).end();
    else if (path === "/valley/latin") response.setHeader("content-type", "text/html").end(story("Valley"));
    else if (path === "/big") response.setHeader("content-type", "text/html").end("<p>".repeat(10_000));
    else sendNothing(response);
  });
}

async function workFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dehusk-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("extract fetches an address: charset, redirects, links, an archive", async () => {
  const { origin, asked } = await serveStories();
  const folder = await workFolder();
  const latin = await runDehusk(["extract", `${origin}/latin`, "--allow-private", "--format", "text"]);
  expect([latin.status, latin.stderr]).toEqual([0, ""]);
  expect(latin.stdout).toContain("Größe: it rained all day");
  expect(asked[0]?.headers["user-agent"]).toMatch(/^dehusk\/\d+\.\d+\.\d+$/);
  const args = ["extract", `${origin}/old`, "--allow-private", "--format", "json", "--save-warc", "saved.warc.gz"];
  const moved = await runDehusk(args, "", folder);
  const result = JSON.parse(moved.stdout) as { url: string; markdown: string };
  expect(result.url).toBe(`${origin}/valley/latin`);
  expect(result.markdown).toContain(`[mill](${origin}/valley/mill)`);
  expect((await readdir(folder)).filter((name) => name.includes("saved"))).toEqual(["saved.warc.gz"]);
  const pages: (string | undefined)[] = [];
  for await (const record of readWarc(join(folder, "saved.warc.gz"))) {
    pages.push(record.error === undefined ? record.url : record.error.message);
  }
  expect(pages).toEqual([`${origin}/valley/latin`]);
}, 30_000);

test("detect and segment fetch too", async () => {
  const { origin } = await serveStories();
  const [detected, segmented] = await Promise.all(
    ["detect", "segment"].map((name) => runDehusk([name, `${origin}/old`, "--allow-private", "--format", "json"])),
  );
  for (const run of [detected, segmented]) {
    expect([run?.status, run?.stderr]).toEqual([0, ""]);
    expect((JSON.parse(run?.stdout as string) as { url: string }).url).toBe(`${origin}/valley/latin`);
  }
}, 30_000);

test("failures have their exit codes, and reveal no password", async () => {
  const { origin, asked, port } = await serveStories();
  const address = (path: string) => [`${origin}${path}`, "--allow-private"];
  const cases: [readonly string[], number, RegExp][] = [
    [[`http://me:secret@127.0.0.1:${port}/latin`], 6, /127\.0\.0\.1:\d+\/latin" is not at a public address/],
    [address("/missing"), 3, /status 404/],
    [[...address("/big"), "--limit-bytes", "1000"], 4, /larger than the limit of 1000 bytes/],
    [[`${origin}/latin`, "page.html"], 2, /batch --fetch/],
    [["page.html", "--allow-private"], 2, /--allow-private needs a URL/],
  ];
  const runs = cases.map(([args]) => runDehusk(["extract", ...args]));
  for (const [i, run] of (await Promise.all(runs)).entries()) {
    const [args, status, message] = cases[i] as (typeof cases)[number];
    expect([args, run.status, run.stdout]).toEqual([args, status, ""]);
    expect(run.stderr).toMatch(message);
    expect(run.stderr).not.toContain("secret");
  }
  expect(asked.map(({ path }) => path).sort()).toEqual(["/big", "/missing"]);
}, 60_000);

test("batch fetches lists, keeps to robots.txt, and its archive gives the same texts again", async () => {
  const { origin, paths } = await serve((path, response) => {
    if (path === "/robots.txt") response.end("User-agent: *\nDisallow: /private");
    else if (path === "/missing") sendNothing(response);
    else
      response
        .setHeader("content-type", "text/html; charset=windows-1252")
        .end(Buffer.from(story(`Gr\xf6\xdfe ${path}`), "latin1"));
  });
  const folder = await workFolder();
  const list = `\ufeff# pages\r\n\r\n${origin}/one\r\n  ${origin}/private/two\r\n${origin}/missing\r\n${"x".repeat(20_000)}\r\n${origin}/three`;
  await writeFile(join(folder, "urls.txt"), list);
  const options = ["--fetch", "--allow-private", "--delay", "0", "--fields", "url,text", "--workers", "1"];
  const fetched = await runDehusk(["batch", "urls.txt", ...options, "--save-warc", "saved.warc.gz"], "", folder);
  expect(fetched.status).toBe(1);
  const lines = linesOf(fetched.stdout);
  expect(lines.map(({ id, error }) => [id.slice(0, 40), error?.code])).toEqual([
    [`${origin}/one`, undefined],
    [`${origin}/private/two`, "refused"],
    [`${origin}/missing`, "unreadable"],
    ["urls.txt:6, a line of over 16384 bytes,", "refused"],
    [`${origin}/three`, undefined],
  ]);
  expect(lines[0]?.text).toContain("Größe /one: it rained all day");
  expect(paths()).toEqual(["/robots.txt", "/one", "/missing", "/three"]);
  const again = await runDehusk(["batch", "saved.warc.gz", "--fields", "url,text", "--workers", "1"], "", folder);
  expect(again.status).toBe(0);
  const texts = (all: readonly Line[]) =>
    all.flatMap(({ url, text, error }) => (error === undefined ? [[url, text]] : []));
  expect(texts(linesOf(again.stdout))).toEqual(texts(lines));
}, 60_000);

test("options for lists need --fetch, and what would fetch twice is refused", async () => {
  const cases: [readonly string[], RegExp][] = [
    [["urls.txt", "--ignore-robots"], /--ignore-robots needs --fetch/],
    [["urls.txt", "--fetch", "--site-aware"], /fetch all pages twice/],
    [["no-such-list.txt", "--fetch"], /Cannot read "no-such-list.txt"/],
  ];
  const runs = await Promise.all(cases.map(([args]) => runDehusk(["batch", ...args])));
  expect(runs.map(({ status }) => status)).toEqual([2, 2, 3]);
  for (const [i, { stderr }] of runs.entries()) expect(stderr).toMatch((cases[i] as (typeof cases)[number])[1]);
}, 60_000);

interface Line {
  readonly id: string;
  readonly url?: string;
  readonly text?: string;
  readonly error?: { readonly code: string };
}

function linesOf(output: string): Line[] {
  return output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}
