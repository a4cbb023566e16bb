import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describeDetection, detect } from "dehusk/internal/detect";
import { extract } from "dehusk/internal/extract";
import { openStore, TemplateStream } from "dehusk/internal/incremental";
import { type Option, verbOptions } from "dehusk/internal/options";
import { parse } from "dehusk/internal/page";
import { describeSegments, findSegments } from "dehusk/internal/segment";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageOptions } from "./page-options.ts";
import { type Serving, startServe } from "./testing/start-serve.ts";

const article = readFileSync(new URL("../../../examples/article.html", import.meta.url));
const html = { "content-type": "text/html" };
const json = { "content-type": "application/json" };

let serving: Serving;
beforeAll(async () => {
  serving = await startServe(["--workers", "2", "--limit-ms", "60000"]);
});
afterAll(() => serving.stop());

function post(
  path: string,
  headers: Record<string, string>,
  body: NonNullable<RequestInit["body"]>,
): Promise<Response> {
  return serving.post(path, body, headers);
}

/** The parts of an operation in the OpenAPI document that the test reads. */
interface ApiOperation {
  readonly parameters: readonly { readonly name: string; readonly description: string; readonly schema: object }[];
  readonly requestBody: {
    readonly content: Record<"application/json", { readonly schema: { readonly properties: object } }>;
  };
}

/** The options that the library's tables offer over HTTP. */
const offered: Readonly<Record<"extract" | "detect" | "segment", Readonly<Record<string, Option>>>> = {
  extract: verbOptions.extract.http,
  detect: verbOptions.detect.http,
  segment: verbOptions.segment.http,
};

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("pages", () => {
  test("are answered like the library and the command line do", async () => {
    const options = { url: "https://example.org/a" };
    const address = `url=${encodeURIComponent(options.url)}`;
    const extracted = await post(`/extract?${address}&explain=true`, html, article);
    const found = extract(article, options);
    expect(extracted.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await extracted.json()).toEqual(plain({ ...found, explain: found.explain() }));
    const detected = await post(`/detect?${address}&penaltyFactor=0.1`, html, article);
    expect(await detected.json()).toEqual(
      plain(describeDetection(detect(article, { ...options, penaltyFactor: 0.1 }))),
    );
    const segmented = await post("/segment", json, JSON.stringify({ html: String(article), ...options, lambda: 0.5 }));
    expect(await segmented.json()).toEqual(
      plain(describeSegments(findSegments(String(article), { ...options, lambda: 0.5 }))),
    );
  });

  test("come as HTML, JSON, or a file, with the same answer", async () => {
    const form = new FormData();
    form.set("file", new Blob([article], { type: "text/html" }), "article.html");
    form.set("preset", "recall");
    const answers = await Promise.all([
      post("/extract?preset=recall", html, article),
      post("/extract", json, JSON.stringify({ html: String(article), preset: "recall" })),
      post("/extract", {}, form),
      post("/extract?preset=recall", { ...html, "content-encoding": "gzip" }, gzipSync(article)),
    ]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] as string)).toMatchObject({ title: extract(article).title });
  });

  test("have the charset of the Content-Type, or else their own", async () => {
    const text = (bytes: Buffer<ArrayBuffer>, type: string): Promise<string> =>
      post("/extract?format=text&preset=everything", { "content-type": type }, bytes).then((answer) => answer.text());
    const cyrillic = Buffer.from([0xec, 0xe8, 0xf0]);
    expect(await text(cyrillic, "text/html; charset=windows-1251")).toBe("мир");
    const declared = Buffer.concat([Buffer.from('<meta charset="windows-1251"><p>'), cyrillic]);
    expect(await text(declared, "text/html")).toBe("мир");
    expect(
      await text(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from("né")]), "text/html; charset=latin1"),
    ).toBe("né");
  });

  test("are answered in the requested format, and foreign HTML is inert", async () => {
    const answer = await post(
      "/extract?format=html",
      html,
      `<h1>Corn</h1><p>${"Text of it. ".repeat(30)}<script>1</script>`,
    );
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.text()).toContain("<h1>Corn</h1>");
    const fields = await post("/extract?fields=title,words", html, article);
    expect(Object.keys((await fields.json()) as object)).toEqual(["version", "title", "words"]);
    expect(await (await post("/detect?format=html", html, article)).text()).toMatch(/^<!doctype html>/i);
    expect(await (await post("/segment?format=html", html, article)).text()).toMatch(/^<!doctype html>/i);
  });

  test("are scored by the requested model", async () => {
    const models = ["default", "page-level", "blocks-rf"];
    const answers = models.map((model) =>
      post(`/detect?model=${model}`, html, article).then((answer) => answer.json()),
    );
    const names = (await Promise.all(answers)).map((answer) => (answer as { model: string }).model);
    expect(new Set(names).size).toBe(3);
  });
});

describe("sites", () => {
  const pages = Array.from({ length: 24 }, (_, i) => `<ul><li>Home<li>About us</ul><p>Page number ${i}`);

  test("count simultaneous pages one after the other", async () => {
    const answers = await Promise.all(
      pages.map((page, i) => post(`/sites/example.org/pages?id=${i}`, html, page).then((answer) => answer.json())),
    );
    const lines = answers as { id: string; page: number; blocks: { template: boolean }[]; table: unknown }[];
    const inOrder = lines.toSorted((a, b) => a.page - b.page);
    expect(inOrder.map(({ page }) => page)).toEqual(pages.map((_, i) => i + 1));
    const stream = await TemplateStream.open({ store: await openStore("memory"), keepTexts: true });
    for (const line of inOrder) {
      const answer = await stream.add(parse(pages[Number(line.id)] as string), { site: "example.org" });
      expect(line.blocks.map(({ template }) => (template ? 1 : 0))).toEqual([...answer.blocks.template]);
      expect(line.table).toEqual(answer.table);
    }
  });

  test("report their tables", async () => {
    expect(await (await serving.get(`/sites`)).json()).toEqual({ version: 1, sites: ["example.org"] });
    const known = (await (await serving.get(`/sites/example.org`)).json()) as {
      pages: number;
      segments: number;
      growth: { pages: number; segments: number }[];
      top: object[];
    };
    expect(known).toMatchObject({ version: 1, site: "example.org", pages: pages.length });
    expect(known.growth.map((point) => point.pages)).toEqual(pages.map((_, i) => i + 1));
    expect(known.growth.at(-1)?.segments).toBe(known.segments);
    expect(known.top.slice(0, 2)).toEqual([
      { text: "About us", pages: pages.length, isTemplate: true },
      { text: "Home", pages: pages.length, isTemplate: true },
    ]);
    expect((await serving.get(`/sites/example.net`)).status).toBe(404);
  });

  test("clean pages by their tables", async () => {
    const answer = await post("/sites/example.org/pages?clean=table&format=text", html, pages[0] as string);
    expect(await answer.json()).toMatchObject({ page: pages.length + 1, text: "Page number 0" });
  });
});

describe("the service", () => {
  test("describes its abilities", async () => {
    const about = await (await serving.get(`/about`)).json();
    expect(about).toMatchObject({ version: 1, fetch: false, sites: true, keys: false, store: "memory" });
    expect(about).toMatchObject({ limits: { milliseconds: 60_000, workers: 2, queue: 1000 } });
  });

  test("refuses other files with 415", async () => {
    const answer = await post("/extract", html, new TextEncoder().encode("%PDF-1.7 and so on"));
    expect(answer.status).toBe(415);
    const message = "The input is a PDF, not a page.";
    expect(await answer.json()).toMatchObject({ error: { code: "not-html", message } });
  });

  test("accepts selectors in the URL, and lists of them in JSON", async () => {
    const page = "<p>One and only.<p class=x>Two, <b>three</b>.";
    const address = await serving.post("/extract?format=text&exclude=.x", page);
    expect(await address.text()).toBe("One and only.");
    const body = JSON.stringify({ html: page, format: "text", exclude: ["b", ".none"] });
    expect(await (await post("/extract", json, body)).text()).not.toContain("three");
  });

  test.each(["extract", "detect", "segment"] as const)("the OpenAPI document has every option of %s", async (verb) => {
    const api = (await (await serving.get(`/openapi.json`)).json()) as {
      paths: Record<string, { post: ApiOperation }>;
    };
    const { parameters, requestBody } = (api.paths[`/${verb}`] as { post: ApiOperation }).post;
    const described = new Map(parameters.map(({ name, ...parameter }) => [name, parameter]));
    const { properties } = requestBody.content["application/json"].schema;
    expect([...described.keys()].sort()).toEqual(Object.keys(pageOptions[verb]).sort());
    expect(Object.keys(properties).sort()).toEqual(["html", ...described.keys()].sort());
    for (const [name, option] of Object.entries(offered[verb])) {
      expect(described.get(name)?.description).toMatch(new RegExp(`^${escaped(option.help)}`, "i"));
      if (option.type === "choice") expect(described.get(name)?.schema).toMatchObject({ enum: [...option.of] });
    }
  });

  test.each([
    [
      "presset=recall",
      /^Unknown option "presset"; did you mean "preset"\? Known options: preset, headline, spans, frontmatter, links, images, tables, cleanLinks, include, exclude, url, .*explain\.$/,
    ],
    ["preset=all", /^Option "preset" must be one of balanced, precision, recall, article, corpus, everything\.$/],
    ["exclude=.a,%20p[", /^Option "exclude" must be CSS selectors, not "\.a, p\["\.$/],
    ["recall=2&model=blocks-rf", /^Option "recall" must be a number above 0, at most 1\.$/],
    ["recall=0.5", /^Option "recall" is for block models only, such as blocks-rf\.$/],
  ])("%s is answered with what the option must be", async (query, message) => {
    for (const send of [
      () => serving.post(`/extract?${query}`, "<p>x"),
      () => {
        const given = Object.fromEntries(
          [...new URLSearchParams(query)].map(([name, text]) => [name, Number(text) || text]),
        );
        return serving.post("/extract", JSON.stringify({ html: "<p>x", ...given }), {
          "content-type": "application/json",
        });
      },
    ]) {
      const answer = await send();
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: { code: "bad-option", message: expect.stringMatching(message) },
      });
    }
  });

  test("describes itself in OpenAPI 3.1, every route with its answers", async () => {
    const api = (await (await serving.get(`/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { responses: Record<string, { content?: object }>; requestBody?: object }>>;
    };
    expect(api.openapi).toBe("3.1.0");
    const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((each) => `${each} ${path}`),
    );
    expect(routes.filter((route) => !route.startsWith("head")).sort()).toEqual([
      "get /about",
      "get /healthz",
      "get /metrics",
      "get /sites",
      "get /sites/{site}",
      "post /detect",
      "post /extract",
      "post /fetch",
      "post /segment",
      "post /sites/{site}/pages",
    ]);
    const post = api.paths["/extract"]?.["post"];
    expect(post?.requestBody).toMatchObject({ content: { "text/html": {}, "multipart/form-data": {} } });
    expect(post?.responses["200"]?.content).toMatchObject({
      "application/json": {
        schema: { properties: { markdown: { type: "string" } } },
        example: { version: 1 },
      },
    });
  });

  test("has a page that explains it, without scripts", async () => {
    const answer = await serving.get(`/docs`);
    const text = await answer.text();
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text).not.toMatch(/<script/i);
    for (const name of ["POST /extract", "penaltyFactor", "GET /sites/{site}", "429"]) expect(text).toContain(name);
  });

  test("has metrics", async () => {
    const text = await (await serving.get(`/metrics`)).text();
    expect(text).toMatch(/^dehusk_requests_total\{method="POST",route="\/extract",status="200"\} [1-9]/m);
    expect(text).toMatch(/^dehusk_request_seconds_count\{route="\/sites\/:site\/pages"\} 25$/m);
    expect(Number(/^dehusk_bytes_in_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(5 * article.length);
    expect(Number(/^dehusk_bytes_out_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(article.length);
    expect(text).toMatch(/^dehusk_workers 2$/m);
    expect(text).toContain("process_resident_memory_bytes");
  });

  test("logs lines of JSON with neither pages nor options", async () => {
    await post("/extract?url=https%3A%2F%2Fexample.org%2Fchaff-99", html, "<p>chaff-98");
    const lines = (): unknown[] =>
      serving
        .log()
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line));
    const line = { msg: "request", method: "POST", route: "/extract", status: 200, bytesIn: 11 };
    await expect.poll(lines).toContainEqual(expect.objectContaining(line));
    expect(serving.log()).not.toMatch(/chaff|tidal clock|Page number/);
  });
});
