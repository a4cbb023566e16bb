import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeResponse } from "../../dehusk/src/corpus/testing/make-warc.ts";
import { zipOf } from "../../dehusk/src/corpus/testing/make-zip.ts";
import { type Serving, startServe } from "./testing/start-serve.ts";

const story = (name: string): string => {
  const sentence = `The ${name} is ripe when its leaves have turned, and not a day before, whatever the neighbours say. `;
  return `<title>${name}</title><h1>${name}</h1><p>${sentence.repeat(6)}</p>`;
};

const names = ["Maize", "Rye", "Spelt"];
const warc = Buffer.concat(names.map((name) => makeResponse(`https://example.org/${name}`, story(name))));
const members = Buffer.concat(names.map((name) => gzipSync(makeResponse(`https://example.org/${name}`, story(name)))));
const lines = names.map((name) => JSON.stringify({ id: name, url: `https://example.org/${name}`, html: story(name) }));

let serving: Serving;
beforeAll(async () => {
  serving = await startServe(["--workers", "1"]);
});
afterAll(() => serving.stop());

const send = (body: Buffer | string, type: string, query = "fields=url,title") =>
  serving.post(`/extract?${query}`, typeof body === "string" ? body : new Uint8Array(body), { "content-type": type });

interface Line {
  readonly id?: string;
  readonly title?: string;
  readonly url?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

async function linesOf(answer: Response): Promise<Line[]> {
  expect(answer.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
  const text = await answer.text();
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

describe("files of many pages, known by their bytes, are answered with a line for each page", () => {
  const wacz = zipOf({ "archive/data.warc": { bytes: warc, compress: true }, "datapackage.json": { bytes: "{}" } });
  test.each([
    ["WARC", async () => warc, "application/warc"],
    ["packed WARC", async () => members, "application/gzip"],
    ["WARC called a page", async () => warc, "text/html"],
    ["WACZ", () => wacz, "application/wacz"],
    ["JSON lines", async () => lines.join("\n"), "application/x-ndjson"],
    ["JSON lines called JSON", async () => lines.join("\n"), "application/json"],
    ["packed JSON lines", async () => gzipSync(`${lines.join("\n")}\n`), "application/octet-stream"],
  ])("%s", async (_, body, type) => {
    const answer = await send(await body(), type);
    expect(answer.status).toBe(200);
    const found = await linesOf(answer);
    expect(found.map(({ title, url }) => [title, url])).toEqual(
      names.map((name) => [name, `https://example.org/${name}`]),
    );
  });

  test("a form with a file too", async () => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(warc)]), "crawl.warc");
    form.append("fields", "title");
    const answer = await fetch(`${serving.address}/extract`, { method: "POST", body: form });
    expect((await linesOf(answer)).map(({ title }) => title)).toEqual(names);
  });

  test("a page that fails is a line with its error", async () => {
    const body = [lines[0], '{"id":"bad","url":"https://example.org/"}', "no JSON", lines[2]].join("\n");
    const found = await linesOf(await send(body, "application/x-ndjson"));
    expect(found.map(({ id, error }) => [id, error?.code])).toEqual([
      ["Maize", undefined],
      ["bad", "bad-input"],
      ["body:3", "bad-input"],
      ["Spelt", undefined],
    ]);
  });
});

describe("limits", () => {
  test("a request is answered for a thousand pages, with a line if there are more", async () => {
    const found = await linesOf(await send(`${lines[0]}\n${"{}\n".repeat(1004)}`, "application/x-ndjson"));
    expect(found).toHaveLength(1001);
    expect(found.at(-1)?.error).toEqual({
      code: "limit-pages",
      message: "The answer ends after 1000 pages: a request may have no more. Split the file, or use dehusk batch.",
    });
  });

  test("of bytes hold for the body, for each page, and for the answer", async () => {
    const small = await startServe(["--workers", "1", "--limit-bytes", "20000"]);
    const post = (body: Buffer) => small.post("/extract", new Uint8Array(body), { "content-type": "application/gzip" });
    expect((await post(Buffer.alloc(20_001))).status).toBe(413);
    const record = JSON.stringify({ html: `<p>${"Many a word, and then some. ".repeat(500)}` });
    const found = await linesOf(await post(gzipSync(`${JSON.stringify({ html: "x".repeat(30_000) })}\n${record}`)));
    expect(found.map(({ error }) => error?.code)).toEqual(["limit-bytes", undefined]);
    const long = await linesOf(await post(gzipSync(`${record}\n`.repeat(50))));
    expect(long.length).toBeLessThan(10);
    expect(long.at(-1)?.error?.message).toContain("it would be longer than 80000 bytes");
    const bomb = await zipOf({ "archive/data.warc": { bytes: Buffer.alloc(900_000), compress: true } });
    const [refused] = await linesOf(await post(bomb));
    expect(refused?.error?.message).toContain("more than the limit of 80000");
    await small.stop();
  });

  test("of time: finished pages are sent, with a line that says so", async () => {
    const hasty = await startServe(["--workers", "1", "--limit-ms", "2500"]);
    await hasty.post("/extract", story("Oats"));
    const record = JSON.stringify({ html: story("Oats").repeat(40) });
    const body = `${record}\n`.repeat(500);
    const found = await linesOf(await hasty.post("/extract", body, { "content-type": "application/x-ndjson" }));
    expect(found.length).toBeGreaterThan(1);
    expect(found.length).toBeLessThan(501);
    expect(found.at(-1)?.error).toMatchObject({ code: "limit-time" });
    await hasty.stop();
  });
});

describe("refused requests", () => {
  test.each(["url=https://example.org/", "encoding=utf-8", "explain=true", "format=markdown"])("%s", async (query) => {
    const answer = await send(warc, "application/warc", query);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: "bad-option" } });
  });

  test.each(["/detect", "/segment"])("archives by %s", async (path) => {
    const answer = await serving.post(path, new Uint8Array(warc), { "content-type": "application/warc" });
    expect(answer.status).toBe(415);
    const message = "The input is a web archive, not a page: dehusk extract and dehusk batch read the pages in it.";
    expect(await answer.json()).toMatchObject({ error: { code: "not-html", message } });
  });

  test.each([
    ["a zip without archives", () => zipOf({ "a.txt": { bytes: "text" } }), "a ZIP archive"],
    ["packed data", async () => gzipSync("text"), "compressed data"],
    ["other JSON", async () => Buffer.from('{"name":"x"}\n{"name":"y"}\n'), "JSON"],
  ])("%s, with 415 and a sentence", async (_, body, kind) => {
    const answer = await send(await body(), "application/octet-stream");
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({
      error: { code: "not-html", message: `The input is ${kind}, not a page.` },
    });
  });
});
