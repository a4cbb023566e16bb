import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { chunks, estimateTokens, extract } from "dehusk";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startServe } from "../testing/start-serve.ts";

const program = fileURLToPath(new URL("../../../dehusk/bin/dehusk.js", import.meta.url));
const example = readFileSync(new URL("../../../../examples/docs-code.html", import.meta.url), "utf8");
const url = "https://docs.example.org/guide";

async function stdioClient(args: readonly string[] = []): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, "mcp", ...args] }));
  onTestFinished(() => client.close());
  return client;
}

async function call(client: Client, name: string, args: object): Promise<{ text: string; isError: boolean }> {
  const answer = await client.callTool({ name, arguments: args as Record<string, unknown> });
  const [part] = answer.content as { type: string; text: string }[];
  return { text: part?.text ?? "", isError: answer.isError === true };
}

/** Pages of a site: a menu and a footer that all have, and a story each. */
const sitePages = Array.from({ length: 6 }, (_, i) => ({
  url: `https://site.example/${i}`,
  html: `<title>Story ${i}</title><nav><a href=/>Front page of the site</a> <a href=/all>All our stories</a></nav><h1>Story ${i}</h1><p>${`This is story number ${i}, which says something of its own about place ${i * 7}. `.repeat(6)}</p><footer><p>Printed by the same press since 1907</p></footer>`,
}));

/** What every way to the tools must do. */
async function checkTools(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "extract_page",
    "list_sections",
    "get_chunk",
    "explain_page",
    "learn_site",
  ]);
  for (const { description, inputSchema } of tools) {
    expect(description).not.toBe("");
    expect(inputSchema.type).toBe("object");
  }
  const found = extract(example, { url });
  const whole = await call(client, "extract_page", { html: example, url, budget: 20_000 });
  expect(whole).toEqual({ text: expect.stringContaining(found.markdown), isError: false });
  expect(whole.text).toMatch(/^title: /);

  // All pages together are the content, and each keeps to the budget.
  const parts: string[] = [];
  for (let page = 1, isLast = false; !isLast && page < 50; page++) {
    const { text } = await call(client, "extract_page", { html: example, url, budget: 300, page });
    expect(estimateTokens(text)).toBeLessThanOrEqual(300);
    isLast = !text.includes(`call again with page ${page + 1}`);
    parts.push(text);
  }
  expect(parts.length).toBe(chunks(found, { maxTokens: 150 }).length);
  expect(parts.length).toBeGreaterThan(2);

  const { text: sections } = await call(client, "list_sections", { html: example, url });
  const last = [...sections.matchAll(/- (.+) \(position (\d+) to (\d+), \d+ tokens\)/g)].at(-1);
  const chunk = await call(client, "get_chunk", { html: example, url, position: Number(last?.[2]), budget: 400 });
  expect(chunk.text).toContain(last?.[1]);

  // A short section brings what follows it, as far as the budget goes.
  const repeated = (times: number) =>
    "<p>The mill stood by the river, and nobody knew who had built it.</p>".repeat(times);
  const long = `<h1>Mill</h1><p>Start.</p><h2>Short</h2>${repeated(1)}<h2>Long</h2>${repeated(60)}`;
  const some = await call(client, "get_chunk", { html: long, preset: "everything", position: 0, budget: 600 });
  expect(estimateTokens(some.text)).toBeGreaterThan(300);
  expect(estimateTokens(some.text)).toBeLessThanOrEqual(600);

  const dropped = await call(client, "explain_page", {
    html: sitePages[0]?.html,
    containing: "front page",
    kept: false,
  });
  expect(dropped.text).toMatch(/^- dropped: "Front page of the site.*" because /);

  const learned = await call(client, "learn_site", { pages: sitePages });
  expect(learned.text).toMatch(/^site\.example: 6 pages known/);
  expect(learned.text).toContain("Printed by the same press");
  const known = { html: sitePages[3]?.html, url: sitePages[3]?.url, containing: "Printed by" };
  const { text: why } = await call(client, "explain_page", known);
  expect(why).toContain("many pages of the site have it");
  const elsewhere = await call(client, "explain_page", { ...known, url: "https://other.example/3" });
  expect(elsewhere.text).not.toContain("pages of the site have it");
  // A name is for pages without addresses: else what is learned would never be used.
  const named = sitePages.map(({ html }) => ({ html: html.replace("the same press", "one press") }));
  await call(client, "learn_site", { site: "named.example", pages: named });
  const again = { html: named[3]?.html, url: "https://named.example/3", containing: "Printed by" };
  expect((await call(client, "explain_page", again)).text).toContain("many pages of the site have it");
  const both = await call(client, "learn_site", { site: "Some name", pages: sitePages });
  expect(both.text).toMatch(/^site\.example: /);
  const few = await call(client, "learn_site", { site: "few.example", pages: named.slice(0, 2) });
  expect(few.text).toContain("0 texts in common. Learn more of its pages");

  expect(await call(client, "extract_page", {})).toEqual({ text: expect.stringContaining("html"), isError: true });
  expect(await call(client, "extract_page", { html: example, page: 99 })).toEqual({
    text: "There is no page 99: the answer has 1 page. (bad-input)",
    isError: true,
  });
  expect(await call(client, "get_chunk", { html: example, position: 99_999 })).toEqual({
    text: expect.stringMatching(/^There is nothing at position 99999: the content ends at \d+\./),
    isError: true,
  });
  expect((await call(client, "extract_page", { html: "<p>" })).text).toContain("it has no text");
  const unknown = await call(client, "extract_page", { html: example, prest: "recall" });
  expect(unknown).toMatchObject({ text: expect.stringContaining('"prest"'), isError: true });
  expect((await call(client, "extract_page", { html: example, budget: 1 })).isError).toBe(true);
}

describe("dehusk mcp", () => {
  test("offers the tools over standard input and output", async () => {
    await checkTools(await stdioClient());
  }, 240_000);

  test("fetches by the rules of fetching, and a page once for all its parts", async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked++;
      response.setHeader("content-type", "text/html").end(example);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const refused = await call(await stdioClient(), "extract_page", { url: address });
    expect(refused).toEqual({ text: expect.stringContaining("refused"), isError: true });
    expect(await call(await stdioClient(["--no-fetch"]), "extract_page", { url: address })).toMatchObject({
      isError: true,
    });
    expect(asked).toBe(0);
    const client = await stdioClient(["--allow-private"]);
    for (const page of [1, 2]) {
      const { isError } = await call(client, "extract_page", { url: address, budget: 300, page });
      expect(isError).toBe(false);
    }
    expect(asked).toBe(1);
  }, 240_000);
});

describe("POST /mcp", () => {
  let serving: Awaited<ReturnType<typeof startServe>>;
  beforeAll(async () => {
    serving = await startServe(["--workers", "1", "--limit-bytes", "200000"], { DEHUSK_API_KEYS: "secret" });
  });
  afterAll(() => serving.stop());

  async function httpClient(key: string): Promise<Client> {
    const client = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${serving.address}/mcp`), { requestInit }) as never,
    );
    onTestFinished(() => client.close());
    return client;
  }

  test("offers the tools behind the service's keys", async () => {
    await expect(httpClient("wrong")).rejects.toThrow();
    await checkTools(await httpClient("secret"));
  }, 240_000);

  test("keeps to the service's limits, and fetches only where that is allowed", async () => {
    const client = await httpClient("secret");
    await expect(call(client, "extract_page", { html: "x".repeat(250_000) })).rejects.toThrow("limit-bytes");
    const many = { site: "a", pages: Array.from({ length: 3000 }, () => ({ html: "x" })) };
    await expect(call(client, "learn_site", many)).rejects.toThrow("more values");
    expect(await call(client, "extract_page", { url: "https://example.org/" })).toMatchObject({
      text: expect.stringContaining("Fetching is off"),
      isError: true,
    });
    const plain = await fetch(`${serving.address}/mcp`, { headers: { authorization: "Bearer secret" } });
    expect(plain.status).toBe(405);
  });
});

test("the session in the docs is what a client is answered", async () => {
  const client = await stdioClient();
  const lines = [
    "# A session with `dehusk mcp`",
    "",
    "Written by `mcp.test.ts` with the client of the official SDK.",
    "",
  ];
  const { tools } = await client.listTools();
  lines.push("## Tools", "", ...tools.map(({ name, description }) => `- \`${name}\`: ${description}`), "");
  const page = "<the HTML of examples/docs-code.html>";
  const calls: readonly (readonly [string, object])[] = [
    ["extract_page", { budget: 300 }],
    ["extract_page", { budget: 300, page: 2 }],
    ["list_sections", {}],
    ["get_chunk", { position: 900, budget: 300 }],
    ["explain_page", { kept: false, budget: 300 }],
  ];
  for (const [name, args] of calls) {
    const { text } = await call(client, name, { html: example, url, ...args });
    const shown = JSON.stringify({ html: page, url, ...args });
    lines.push(
      `## ${name} ${JSON.stringify(args)}`,
      "",
      "```json",
      shown,
      "```",
      "",
      "answers",
      "",
      "~~~~text",
      text,
      "~~~~",
      "",
    );
  }
  await expect(lines.join("\n")).toMatchFileSnapshot("../../../../docs/guide/mcp-session.md");
}, 240_000);
