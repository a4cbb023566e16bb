import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runDehusk } from "./cli/testing/run-dehusk.ts";
import { extract } from "./index.ts";
import { launchChromium } from "./page/testing/chromium.ts";

const folders = ["../../../examples/", "../../../accuracy/pages/"].map((path) => new URL(path, import.meta.url));
const pages = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".html"))
    .map((name) => ({ name, html: readFileSync(new URL(name, folder), "utf8") })),
);

const words = "The quick brown fox jumps over the lazy dog, and nobody is surprised by that any more. ".repeat(6);
/** HTML that browsers read in a way of their own where scripts are on. */
const tricky = [
  `<head><noscript><img src=/p.gif><p>none</noscript><title>T</title><meta name=author content="A B"><body><p>${words}`,
  `<noscript><style>p{}</style></noscript><table><noscript>a<p>b</noscript><tr><td>${words}</table>`,
  `<b><i>x<noscript><b>y</noscript><p>${words}</b>z</i>`,
  `<script><!-- '<script></script><noscript>' --></script><textarea><noscript></textarea><p>${words}`,
  `<p title="<noscript>">${words}<!-- <noscript> --><p>${words}\r\n<noscript>\r\n${words.repeat(9)}</noscript><p>${words}`,
  `${"<div>".repeat(400)}<p>${words}`,
  `<noscript><main><p>${words}</main></noscript>`,
].map((html) => ({ name: html.slice(0, 60), html }));
pages.push(...tricky);

const built = new URL("../dist/", import.meta.url);

const made = new Map([
  ["/", "<!doctype html><title>test</title>"],
  [
    "/worker.js",
    `import * as full from "/index.js";
    import * as native from "/browser/dehusk.min.js";
    const html = ${JSON.stringify(`<p>${words}`)};
    try { native.extract(html); } catch ({ code, message }) {
      postMessage([full.extract(html).text, code + ": " + message]);
    }`,
  ],
]);

let server: Server;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  // The command line builds what is missing or old.
  await runDehusk(["--help"]);
  // A server of plain files that lets pages run nothing but these, and reach nothing else.
  server = createServer(({ url = "/" }, response) => {
    response.setHeader("Content-Security-Policy", "default-src 'none'; script-src 'self'");
    response.setHeader("Content-Type", url === "/" ? "text/html" : "text/javascript");
    response.end(made.get(url) ?? readFileSync(new URL(url.slice(1), built)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  browser = await launchChromium();
  tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** What a page gives, as plain data that can leave the browser. */
function outputOf(run: typeof extract, html: string): unknown {
  const { explain, ...result } = run(html, { url: "https://example.org/page" });
  return JSON.parse(JSON.stringify({ ...result, explain: explain() }));
}

// These tests run on the oldest Node that is supported and on a newer one: all three engines agree.
const here = new Map<string, unknown>();
test.each(["index.js", "browser/index.js", "browser/dehusk.min.js"])(
  "Chromium extracts with %s what Node extracts, to the digit",
  async (file) => {
    expect(pages.length).toBeGreaterThan(60);
    for (const { name, html } of pages) {
      const there = await tab.evaluate(
        `import("/${file}").then(({ extract }) => (${outputOf.toString()})(extract, ${JSON.stringify(html)}))`,
      );
      if (!here.has(name)) here.set(name, outputOf(extract, html));
      expect({ name, output: there }).toEqual({ name, output: here.get(name) });
    }
  },
);

test("the build for pages is one file besides models, the one for bundlers imports nothing else but its parts", () => {
  const imports = (file: string): string[] => {
    const code = readFileSync(new URL(file, built), "utf8");
    const ids = [...code.matchAll(/(?:\bfrom|\bimport)\s*\(?["'`]([^"'`]+)/g)].map(([, id]) => id as string);
    // "dehusk/full" is in the message for workers.
    return ids.filter((id) => id !== "dehusk/full" && !id.startsWith("../models/"));
  };
  expect(imports("browser/dehusk.min.js")).toEqual([]);
  const parts = imports("browser/index.js");
  expect(parts.every((id) => /^\.\/[\w-]+\.js$/.test(id))).toBe(true);
  for (const part of parts) expect(imports(`browser/${part.slice(2)}`)).toEqual([]);
});

test("the builds for browsers have all names of the root export", async () => {
  const names = Object.keys(await import("./index.ts")).sort();
  for (const file of ["index.js", "browser/index.js", "browser/dehusk.min.js"]) {
    expect(Object.keys(await import(new URL(file, built).href)).sort()).toEqual(names);
  }
});

test("in a worker without DOMParser HTML needs dehusk/full, and the native build says so", async () => {
  const answers = await tab.evaluate(async () => {
    const worker = new Worker("/worker.js", { type: "module" });
    const answer = await new Promise((resolve) => worker.addEventListener("message", ({ data }) => resolve(data)));
    worker.terminate();
    return answer;
  });
  const expected = extract(`<p>${words}`).text;
  expect(answers).toEqual([
    expected,
    'bad-input: There is no DOMParser to parse HTML with: import "dehusk/full" in workers.',
  ]);
});
