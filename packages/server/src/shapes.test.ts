import { readFileSync } from "node:fs";
import { chunks, extract, listImages, listLinks, listSections, writeTei } from "dehusk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Serving, startServe } from "./testing/start-serve.ts";

const page = readFileSync(new URL("../../../examples/docs-code.html", import.meta.url));
const url = "https://example.org/guide";
const address = `url=${encodeURIComponent(url)}`;

let serving: Serving;
beforeAll(async () => {
  serving = await startServe(["--workers", "1", "--limit-ms", "60000"]);
});
afterAll(() => serving.stop());

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("options that shape content are the library's", async () => {
  const query = "frontmatter=true&links=false&images=false&tables=false&format=markdown";
  const answer = await serving.post(`/extract?${address}&${query}`, page);
  const options = { url, frontmatter: true, links: false, images: false, tables: false };
  expect(await answer.text()).toBe(extract(page, options).markdown);
  const clean = await serving.post(`/extract?${address}&cleanLinks=true&format=html`, page);
  expect(await clean.text()).toBe(extract(page, { url, cleanLinks: true }).html);
});

test("links, images, sections, chunks and TEI are fields", async () => {
  const fields = "language,declaredLanguage,links,images,tei,sections,chunks";
  const answer = await serving.post(`/extract?${address}&fields=${fields}&maxTokens=120&overlap=20`, page);
  const found = extract(page, { url });
  const { language, declaredLanguage } = found;
  expect(await answer.json()).toEqual(
    plain({
      version: 1,
      ...{ language, declaredLanguage },
      ...{ links: listLinks(found), images: listImages(found), tei: writeTei(found), sections: listSections(found) },
      chunks: chunks(found, { maxTokens: 120, overlap: 20 }),
    }),
  );
  const wrong = await serving.post("/extract?fields=chunks&maxTokens=2", page);
  expect(wrong.status).toBe(400);
});

test("TEI and CSV are formats", async () => {
  const tei = await serving.post(`/extract?${address}&format=tei`, page);
  expect(tei.headers.get("content-type")).toBe("application/tei+xml; charset=utf-8");
  expect(await tei.text()).toBe(writeTei(extract(page, { url })));
  const csv = await serving.post("/extract?format=csv", page);
  expect(csv.headers.get("content-type")).toMatch(/^text\/csv/);
  expect((await csv.text()).split("\r\n")[0]).toBe(
    "url,title,author,date,language,siteName,description,confidence,words,text",
  );
});
