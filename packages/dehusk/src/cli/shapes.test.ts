import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chunks } from "../chunks/index.ts";
import { extract, listImages, listLinks, writeTei } from "../extract/index.ts";
import { runDehusk } from "./testing/run-dehusk.ts";

const filler = "Corn is a tall grass that people have grown for food for some nine thousand years in many places. ";
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let folder = "";
let server: Server;
let origin = "";
let html = "";
let page = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "dehusk-shapes-"));
  server = createServer((request, response) => {
    if (request.url?.startsWith("/cob.png")) response.setHeader("content-type", "image/png").end(png);
    else if (request.url === "/fake.png") response.setHeader("content-type", "text/html").end("<script>1</script>");
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  html = `<html lang=en><title>Corn</title><body><main><h1>Corn</h1><p>${filler.repeat(3)}</p>
<p>See <a href="https://example.org/field?utm_source=x&id=7">the field</a>. ${filler.repeat(2)}</p>
<figure><img src="${origin}/cob.png?size=1" alt="A cob" width=600 height=400><figcaption>A ripe cob</figcaption></figure>
<figure><img src="${origin}/fake.png" alt="Fake" width=600 height=400><figcaption>No picture</figcaption></figure>
<table><thead><tr><th>Year</th><th>Tonnes</th></tr></thead><tbody><tr><td>1990</td><td>400</td></tr><tr><td>2000</td><td>512</td></tr></tbody></table>
<p>${filler.repeat(4)}</p></main>`;
  page = join(folder, "corn.html");
  writeFileSync(page, html);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("dehusk extract", () => {
  test("--frontmatter, --no-links, --no-images, --no-tables and --clean-links are the library's options", async () => {
    const run = await runDehusk(["extract", page, "--frontmatter", "--no-links", "--no-images", "--no-tables"]);
    const options = { frontmatter: true, links: false, images: false, tables: false };
    expect(run.stdout).toBe(`${extract(html, options).markdown}\n`);
    expect(run.stdout).toMatch(/^---\ntitle: "Corn"\n/);
    expect(run.stdout).not.toMatch(/\]\(|512/);
    const clean = await runDehusk(["extract", page, "--clean-links"]);
    expect(clean.stdout).toContain("(https://example.org/field?id=7)");
  });

  test("--format tei and csv", async () => {
    const tei = await runDehusk(["extract", page, "--format", "tei"]);
    expect(tei.stdout).toBe(writeTei(extract(html)));
    const csv = await runDehusk(["extract", page, "--format", "csv"]);
    expect(csv.stdout).toMatch(
      /^url,title,author,date,language,siteName,description,confidence,words,text\r\n,Corn,,,en,/,
    );
    expect(csv.stdout.endsWith('"\r\n')).toBe(true);
  });

  test("--fields gives links and images with their context", async () => {
    const run = await runDehusk(["extract", page, "--format", "json", "--fields", "title,links,images"]);
    const found = extract(html);
    expect(JSON.parse(run.stdout)).toEqual(
      plain({ version: 1, title: "Corn", links: listLinks(found), images: listImages(found) }),
    );
    const wrong = await runDehusk(["extract", page, "--fields", "title"]);
    expect(wrong).toMatchObject({ status: 2, stdout: "" });
  });

  test("--images saves pictures by the rules of fetching, and refers to the files", async () => {
    const refused = await runDehusk(["extract", page, "--images", join(folder, "none")]);
    expect(refused.status).toBe(0);
    expect(refused.stderr).toContain("Image not saved");
    expect(refused.stdout).toContain(`${origin}/cob.png`);
    const out = join(folder, "out", "corn.md");
    const pictures = join(folder, "out", "pictures");
    const run = await runDehusk(["extract", page, "--images", pictures, "--allow-private", "-o", out]);
    expect(run.status).toBe(0);
    expect(run.stderr).toContain('not an image but "text/html"');
    const [file = "", ...others] = readdirSync(pictures);
    expect(others).toEqual([]);
    expect(file).toMatch(/^cob-[0-9a-f]{8}\.png$/);
    expect(readFileSync(join(pictures, file))).toEqual(png);
    expect(readFileSync(out, "utf8")).toContain(`![A cob](pictures/${file})`);
  });

  test("--images asks for no more than a thousand pictures", async () => {
    const many = Array.from({ length: 1003 }, (_, i) => `<p>Cob ${i} <img src="${origin}/gone/${i}.png">`);
    const run = await runDehusk(
      ["extract", "-", "-p", "everything", "--images", folder, "--allow-private"],
      many.join(""),
    );
    expect(run.stderr).toContain("Only 1000 of 1003 images are saved.");
    expect(run.stderr.match(/Image not saved/g)).toHaveLength(1000);
  });
});

describe("dehusk chunk", () => {
  test("writes a line for each chunk, as the library has them", async () => {
    const run = await runDehusk(["chunk", page, "--max-tokens", "60", "--overlap", "10"]);
    const lines = run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const expected = chunks(extract(html), { maxTokens: 60, overlap: 10 });
    expect(lines).toEqual(
      plain(expected.map((chunk) => ({ version: 1, id: page, url: null, title: "Corn", ...chunk }))),
    );
    expect(lines.length).toBeGreaterThan(3);
  });

  test("as Markdown, under comments; from JSON lines, with their ids", async () => {
    const markdown = await runDehusk(["chunk", "-", "--format", "markdown"], html);
    expect(markdown.stdout).toMatch(/^<!-- chunk 0, \d+ tokens: Corn -->\n\n# Corn\n/);
    const records = join(folder, "two.jsonl");
    writeFileSync(
      records,
      `${JSON.stringify({ id: "a", html })}\n${JSON.stringify({ id: "b", html: "<p>Only this." })}\n`,
    );
    const many = await runDehusk(["chunk", records]);
    const ids = many.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).id);
    expect(new Set(ids)).toEqual(new Set(["a", "b"]));
  });

  test("a tokenizer that is not installed is named with the command that installs it", async () => {
    const run = await runDehusk(["chunk", page, "--tokenizer", "o200k_base"]);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toContain("npm install gpt-tokenizer");
  });
});

describe("dehusk batch", () => {
  test("--chunks puts chunks in place of the content", async () => {
    const out = join(folder, "chunks.jsonl");
    const run = await runDehusk(["batch", page, "-o", out, "--chunks", "--max-tokens", "60", "--overlap", "10"]);
    expect(run.status).toBe(0);
    const line = JSON.parse(readFileSync(out, "utf8"));
    expect(line.chunks).toEqual(plain(chunks(extract(html), { maxTokens: 60, overlap: 10 })));
    expect(line).not.toHaveProperty("markdown");
    expect(line.title).toBe("Corn");
  });

  test("writes CSV, links and TEI, and takes the options that shape content", async () => {
    const csv = join(folder, "pages.csv");
    await runDehusk(["batch", page, "-o", csv, "--fields", "title,words,markdown", "--no-tables", "--frontmatter"]);
    const text = readFileSync(csv, "utf8");
    expect(text).toMatch(/^id,title,markdown,words,errorCode,errorMessage\r\n/);
    expect(text).toContain('title: ""Corn""');
    expect(text).not.toContain("512");
    const out = join(folder, "parts.jsonl");
    await runDehusk(["batch", page, "-o", out, "--fields", "links,images,tei"]);
    const found = extract(html);
    expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject(
      plain({ links: listLinks(found), images: listImages(found), tei: writeTei(found) }) as object,
    );
  });
});
