import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { displayKinds } from "./node-styles.ts";
import { type RenderedPage, Renderer } from "./renderer.ts";
import type { RendererOptions, RenderOptions } from "./renderer-options.ts";
import { browserProcesses } from "./testing/browser-processes.ts";

async function withRenderer(options: RendererOptions, use: (renderer: Renderer) => Promise<void>): Promise<void> {
  const renderer = await Renderer.open(options);
  try {
    await use(renderer);
  } finally {
    await renderer.close();
  }
  await expect.poll(browserProcesses, { timeout: 10_000 }).toEqual([]);
}

const textOf = ({ page }: RenderedPage): string => page.text;

test("concurrent pages do not mix, and leave nothing behind", () =>
  withRenderer({ javaScript: true, concurrency: 3 }, async (renderer) => {
    const url = "https://example.org/";
    const page = (i: number) => `<p>page ${i}<script>document.cookie="a=${i}";localStorage.a=${i}</script>`;
    const numbers = Array.from({ length: 8 }, (_, i) => i);
    const pages = await Promise.all(numbers.map((i) => renderer.render(page(i), { url })));
    expect(pages.map(textOf)).toEqual(numbers.map((i) => `page ${i}`));
    const script = "p.textContent = 'found ' + document.cookie + localStorage.a";
    expect(textOf(await renderer.render(`<p id=p>x<script>${script}</script>`, { url }))).toBe("found undefined");
    expect(browserProcesses().length).toBe(1);
  }));

test("scripts change the page if they are on", () =>
  withRenderer({ javaScript: true }, async (renderer) => {
    const html = "<body><noscript>none</noscript><p id=p>x<script>p.innerHTML='<b hidden>y</b><i>made</i>'</script>";
    expect(textOf(await renderer.render(html))).toBe("made");
  }));

test("a page that hangs times out without affecting others", () =>
  withRenderer({ javaScript: true, concurrency: 3 }, async (renderer) => {
    const hang = renderer.render("<script>for(;;);</script>", { limits: { milliseconds: 3_000 } });
    const others = Promise.all([0, 1, 2, 3].map((i) => renderer.render(`<p>${i}`)));
    await expect(hang).rejects.toMatchObject({ code: "limit-time" });
    expect((await others).map(textOf)).toEqual(["0", "1", "2", "3"]);
    expect(textOf(await renderer.render("<p>next"))).toBe("next");
  }));

test("a killed browser is replaced", () =>
  withRenderer({}, async (renderer) => {
    expect(textOf(await renderer.render("<p>a"))).toBe("a");
    const [{ pid } = { pid: 0 }] = browserProcesses();
    process.kill(pid, "SIGKILL");
    expect(textOf(await renderer.render("<p>b"))).toBe("b");
    const [next = { pid }] = browserProcesses();
    expect(next.pid).not.toBe(pid);
    // Killed while rendering a page, which is then rendered again.
    const rendering = renderer.render(`<p>c<style>${"p{color:red}".repeat(50_000)}</style>`);
    setTimeout(() => process.kill(next.pid, "SIGKILL"), 150);
    expect(textOf(await rendering)).toBe("c");
  }));

test("a crashed renderer process fails only its page", () =>
  withRenderer({ javaScript: true }, async (renderer) => {
    const html = "<script>const a=[];for(;;)a.push(new Array(1e6).fill(a.length))</script>";
    await expect(renderer.render(html)).rejects.toMatchObject({ code: "render-failed" });
    expect(textOf(await renderer.render("<p>next"))).toBe("next");
  }));

test("a browser is replaced after pagesPerBrowser pages", () =>
  withRenderer({ pagesPerBrowser: 2, concurrency: 1 }, async (renderer) => {
    const pids = new Set<number>();
    for (let i = 0; i < 5; i++) {
      const rendering = renderer.render(`<p>${i}`);
      expect(textOf(await rendering)).toBe(String(i));
      for (const { pid } of browserProcesses()) pids.add(pid);
    }
    expect(pids.size).toBeGreaterThan(1);
  }));

test("the sandbox is off for root only", () =>
  withRenderer({}, async () => {
    const [browser] = browserProcesses();
    expect(browser?.command.includes("--no-sandbox")).toBe(process.getuid?.() === 0);
  }));

test("a closed renderer renders nothing", async () => {
  const renderer = await Renderer.open();
  const rendering = expect(renderer.render("<p>x")).rejects.toMatchObject({ code: "render-failed" });
  await renderer.close();
  await rendering;
  await expect(renderer.render("<p>x")).rejects.toMatchObject({ code: "render-failed" });
});

describe("allowed requests", () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url as string);
    if (request.url === "/away.css") response.writeHead(302, { location: "http://10.0.0.1/" }).end();
    else if (request.url === "/moved.css") response.writeHead(302, { location: "/style.css" }).end();
    else response.setHeader("content-type", "text/css").end("p{display:flex}");
  });
  let renderer: Renderer;
  let at: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    renderer = await Renderer.open();
  });
  afterAll(async () => {
    await renderer?.close();
    server.close();
  });
  const here = (address: string) => address === "127.0.0.1";

  async function displayWith(path: string, options: RenderOptions): Promise<string | undefined> {
    asked.length = 0;
    const { page, styles } = await renderer.render(`<link rel=stylesheet href=${at}${path}><p>x`, options);
    return displayKinds[styles.display[page.size - 2]];
  }

  test("are sent by this process", async () => {
    expect(await displayWith("/style.css", { allowRequests: true, addresses: here })).toBe("flex");
    expect(await displayWith("/moved.css", { allowRequests: true, addresses: here })).toBe("flex");
    expect(asked).toEqual(["/moved.css", "/style.css"]);
  });

  test("go to public addresses only", async () => {
    expect(await displayWith("/style.css", { allowRequests: true })).toBe("block");
    expect(asked).toEqual([]);
    expect(await displayWith("/away.css", { allowRequests: true, addresses: here })).toBe("block");
    expect(asked).toEqual(["/away.css"]);
  });

  test("are checked one by one", async () => {
    const seen: string[] = [];
    const allowRequests = (url: string): boolean => {
      seen.push(url);
      return false;
    };
    expect(await displayWith("/style.css", { allowRequests, addresses: here })).toBe("block");
    expect([seen, asked]).toEqual([[`${at}/style.css`], []]);
    const failing = () => Promise.reject(new Error("no"));
    expect(await displayWith("/style.css", { allowRequests: failing, addresses: here })).toBe("block");
  });
});

test("invalid options", async () => {
  const wrong: unknown[] = [
    { viewport: { width: 0, height: 10 } },
    { viewport: { width: 10.5, height: 10 } },
    { viewport: { width: 10, height: 10, depth: 1 } },
    { concurrency: 0 },
    { pagesPerBrowser: -1 },
    { javaScript: "yes" },
    { browser: 3 },
    { unknown: 1 },
  ];
  for (const options of wrong) {
    await expect(Renderer.open(options as RendererOptions)).rejects.toMatchObject({ code: "bad-option" });
  }
  await withRenderer({}, async (renderer) => {
    const bad: unknown[] = [
      { resources: {} },
      { allowRequests: 1 },
      { addresses: true },
      { limits: { nodes: 0 } },
      { x: 1 },
    ];
    for (const options of bad) {
      await expect(renderer.render("x", options as RenderOptions)).rejects.toMatchObject({ code: "bad-option" });
    }
    await expect(renderer.render(3 as unknown as string)).rejects.toMatchObject({ code: "bad-input" });
  });
});
