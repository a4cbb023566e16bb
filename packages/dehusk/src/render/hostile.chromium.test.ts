import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { DehuskError } from "../basics/index.ts";
import { launchChromium } from "../page/testing/chromium.ts";
import { type RenderedPage, Renderer } from "./renderer.ts";
import { askingPages, greedyScripts, hugePages, reachingScripts } from "./testing/hostile-pages.ts";
import { setTrap, type Trap } from "./testing/trap.ts";

let trap: Trap;
let at: string;
let plain: Renderer;
let scripted: Renderer;
beforeAll(async () => {
  trap = await setTrap();
  at = `http://127.0.0.1:${trap.port}`;
  plain = await Renderer.open();
  scripted = await Renderer.open({ javaScript: true });
});
afterAll(async () => {
  await Promise.all([plain?.close(), scripted?.close()]);
  trap?.close();
});
afterEach(() => {
  expect(trap.knocks()).toBe(0);
});

const names = (pages: object): string[] => Object.keys(pages);
const somewhere = "http://127.0.0.1:1";

/** The page, or the error's code. */
async function outcome(rendering: Promise<RenderedPage>): Promise<RenderedPage | string> {
  return rendering.catch((error: unknown) => {
    if (error instanceof DehuskError) return error.code;
    throw error;
  });
}

describe.concurrent("no request leaves", () => {
  test.each(names(askingPages(somewhere)))("page without scripts: %s", async (name) => {
    const html = `<title>t</title>${askingPages(at)[name]}`;
    const { page } = await plain.render(html, { url: `${at}/page`, allowRequests: true });
    expect(page.size).toBeGreaterThan(4);
    if (html.includes("stays")) expect(page.text).toBe("stays");
  });

  test.each(names(askingPages(somewhere)))("page with scripts: %s", async (name) => {
    const result = await outcome(scripted.render(askingPages(at)[name], { url: "https://example.org/" }));
    expect(typeof result === "string" ? result : "rendered").toMatch(/^(?:rendered|render-failed)$/);
  });

  test.each(names(reachingScripts(somewhere)))("script: %s", async (name) => {
    const script = `try{${reachingScripts(at)[name]}}catch(e){document.title=String(e)}`;
    const html = `<!doctype html><body><p>text</p><script>${script}</script>`;
    for (const options of [{}, { allowRequests: true }]) {
      const { page } = await scripted.render(html, { url: `${at}/page`, ...options });
      if (!/innerHTML/.test(script)) expect(page.text).toBe("text");
    }
  });
});

test("without our defences the same pages do send requests", async () => {
  const other = await setTrap();
  const browser = await launchChromium();
  try {
    const open = `http://127.0.0.1:${other.port}`;
    const pages = ["pictures", "style sheets", "frames", "refresh"].map((name) => askingPages(open)[name]);
    const scripts = ["fetch", "sockets", "peers", "windows", "downloads"].map((name) => reachingScripts(open)[name]);
    for (const html of [...pages, ...scripts.map((script) => `<body><script>try{${script}}catch{}</script>`)]) {
      const before = other.knocks();
      const tab = await browser.newPage();
      await tab.setContent(html);
      await expect.poll(other.knocks, { timeout: 10_000, message: html }).toBeGreaterThan(before);
      await tab.close();
    }
  } finally {
    await browser.close();
    other.close();
  }
});

describe("endless scripts", () => {
  test.each(names(greedyScripts))("%s", async (name) => {
    const html = `<body><p>text<script>${greedyScripts[name]}</script>`;
    const start = performance.now();
    const result = await outcome(scripted.render(html, { limits: { milliseconds: 2_000 } }));
    expect(typeof result === "string" ? result : "rendered").toMatch(/^(?:limit-time|limit-nodes|render-failed)$/);
    // The limit plus the time to kill the browser on a busy machine.
    expect(performance.now() - start).toBeLessThan(20_000);
    expect((await scripted.render("<p>next")).page.text).toBe("next");
  });
});

describe("pages made large by scripts", () => {
  test("nodes", async () => {
    const script = 'document.body.innerHTML = "<p>x</p>".repeat(60000)';
    const render = scripted.render(`<body><script>${script}</script>`, { limits: { nodes: 50_000 } });
    await expect(render).rejects.toMatchObject({ code: "limit-nodes" });
  });

  test("nodes in a closed shadow root", async () => {
    const script = 'document.body.attachShadow({mode:"closed"}).innerHTML = "<p>x</p>".repeat(60000)';
    const render = scripted.render(`<body><script>${script}</script>`, { limits: { nodes: 50_000 } });
    await expect(render).rejects.toMatchObject({ code: "limit-nodes" });
  });

  test("text", async () => {
    const script = 'const p = document.createElement("p"); p.textContent = "x".repeat(3e6); document.body.append(p)';
    const render = scripted.render(`<body><script>${script}</script>`, { limits: { bytes: 1_000_000 } });
    await expect(render).rejects.toMatchObject({ code: "limit-bytes" });
  });

  test("a page that replaces itself", async () => {
    const render = scripted.render('<p>x<script>onload=()=>{location="about:blank"}</script>');
    await expect(render).rejects.toMatchObject({ code: "render-failed" });
  });

  test("a page that lies about its size", async () => {
    const script = `Object.defineProperty(Element.prototype, "outerHTML", { get: () => "" });
      document.body.innerHTML = "<p>" + "x".repeat(3e6)`;
    const render = scripted.render(`<body><script>${script}</script>`, { limits: { bytes: 1_000_000 } });
    await expect(render).rejects.toMatchObject({ code: "limit-bytes" });
  });
});

describe("large pages without scripts", () => {
  test.each(names(hugePages()))("%s", async (name) => {
    const result = await outcome(plain.render(hugePages()[name], { limits: { milliseconds: 20_000 } }));
    expect(typeof result === "string" ? result : "rendered").toMatch(/^(?:rendered|limit-time)$/);
    expect((await plain.render("<p>next")).page.text).toBe("next");
  });

  test("10,000 frames are refused before the browser sees them", async () => {
    const html = `<iframe src=${at}></iframe>`.repeat(10_000);
    await expect(plain.render(html)).rejects.toMatchObject({ code: "limit-nodes" });
  });

  test("more nodes, bytes or depth than the limits", async () => {
    const html = "<p><b>x".repeat(1000);
    await expect(plain.render(html, { limits: { nodes: 500 } })).rejects.toMatchObject({ code: "limit-nodes" });
    await expect(plain.render(html, { limits: { bytes: 500 } })).rejects.toMatchObject({ code: "limit-bytes" });
    await expect(plain.render(html, { limits: { depth: 3 } })).rejects.toMatchObject({ code: "limit-depth" });
  });
});
