import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { runDehusk } from "../../packages/dehusk/src/cli/testing/run-dehusk.ts";
import { extract } from "../../packages/dehusk/src/index.ts";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const example = (name: string): string => readFileSync(here(`../${name}.html`), "utf8");

beforeAll(async () => {
  // The command line builds what is missing or old.
  await runDehusk(["--help"]);
});

function start(name: string, ...args: string[]): ChildProcess {
  const env = { ...process.env, PORT: "0" };
  return spawn(process.execPath, [here(name), ...args], { env, stdio: ["pipe", "pipe", "inherit"] });
}

/** What a file prints when it is run. */
async function run(name: string, args: readonly string[], input = ""): Promise<{ status: number; output: string }> {
  const child = start(name, ...args);
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  child.stdin?.end(input);
  const [status] = await once(child, "close");
  return { status, output };
}

const linesOf = (output: string) =>
  output
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test("node-stream: pages in, content out, in order; a bad page loses no other", async () => {
  const pages = [
    { id: "a", url: "https://example.org/a", html: example("article") },
    { id: "b", html: 5 },
    { id: "c", html: example("chinese") },
  ];
  const { status, output } = await run(
    "node-stream.mjs",
    [],
    pages.map((page) => `${JSON.stringify(page)}\n\n`).join(""),
  );
  const [a, b, c] = linesOf(output);
  expect(status).toBe(0);
  expect(a).toEqual({ id: "a", url: "https://example.org/a", title: a.title, text: extract(example("article")).text });
  expect(b).toEqual({ id: "b", error: { code: "bad-input", message: expect.any(String) } });
  expect(c.text).toBe(extract(example("chinese")).text);
});

test("node-stream: no page is read before the last is taken", async () => {
  const { cleanPages } = await import(here("node-stream.mjs"));
  const stream = cleanPages();
  const page = { html: "<p>Some words to read." };
  let accepted = 0;
  while (stream.write(page) && accepted < 100) accepted++;
  expect(accepted).toBeLessThan(5);
  stream.destroy();
});

test.each(["express.mjs", "fastify.mjs"])(
  "%s: the page as HTML, and as Markdown for those who ask for it",
  async (name) => {
    const child = start(name);
    try {
      const [line] = await once(child.stdout as NodeJS.ReadableStream, "data");
      const address = String(line).trim();
      const html = await fetch(address, { headers: { Accept: "text/html,*/*;q=0.8" } });
      expect([html.headers.get("content-type"), html.headers.get("vary")]).toEqual([
        "text/html; charset=utf-8",
        "Accept",
      ]);
      expect(await html.text()).toBe(example("article"));
      const markdown = await fetch(address, { headers: { Accept: "text/markdown" } });
      expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      expect(await markdown.text()).toBe(extract(example("article"), { url: address }).markdown);
      expect((await fetch(address.replace("article", "none"), { headers: { Accept: "text/markdown" } })).status).toBe(
        404,
      );
    } finally {
      child.kill();
      await once(child, "close");
    }
  },
);

test("crawlee: the content of each page of a site", async () => {
  const names = ["article", "product", "chinese"];
  // Links of the examples lead to pages that are not there.
  const pages = new Map(names.map((name) => [`/${name}`, example(name).replaceAll("href=", "data-href=")]));
  pages.set("/", names.map((name) => `<p><a href="/${name}">All about ${name}</a></p>`).join(""));
  const server = createServer(({ url = "" }, response) => {
    response.writeHead(pages.has(url) ? 200 : 404, { "Content-Type": "text/html; charset=utf-8" });
    response.end(pages.get(url));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const { status, output } = await run("crawlee.mjs", [`${origin}/`]);
    expect(status).toBe(0);
    const found = new Map(linesOf(output).map(({ url, markdown }) => [url, markdown]));
    const expected = Array.from(pages, ([path, html]) => [
      origin + path,
      extract(html, { url: origin + path }).markdown,
    ]);
    expect(found).toEqual(new Map(expected as [string, string][]));
  } finally {
    server.close();
  }
});

test("langchain-loader: a document for each file", async () => {
  const { status, output } = await run("langchain-loader.mjs", [here("../article.html"), here("../recipe.html")]);
  expect(status).toBe(0);
  const [article, recipe] = JSON.parse(output);
  const { markdown, title, author, date, language, url, confidence } = extract(readFileSync(here("../article.html")));
  const metadata = { source: here("../article.html"), url, title, author, date, language, confidence };
  expect(article).toMatchObject({ pageContent: markdown, metadata: JSON.parse(JSON.stringify(metadata)) });
  expect(recipe.pageContent).toContain("\n");
});
