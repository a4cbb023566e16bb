import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRedis, type TestRedis } from "../../packages/cluster/src/testing/redis-server.ts";
import { commandTree } from "../../packages/dehusk/src/cli/command-tree.ts";
import { commands } from "../../packages/dehusk/src/cli/main.ts";
import { makeResponse } from "../../packages/dehusk/src/corpus/testing/make-warc.ts";
import { launchChromium } from "../../packages/dehusk/src/page/testing/chromium.ts";
import { handWritten, type Snippet, snippetsOf } from "../../tools/docs/snippets.ts";
import { type Installed, install, root } from "../testing/installed.ts";

const sentence =
  "The mill stood by the river, and nobody in the valley could say who had built it, or when it last ground corn. ";
const story = (title: string, words = sentence) =>
  `<!doctype html><html lang="en"><title>${title} | The Daily</title><nav><a href="/">Home</a> <a href="/news">News</a></nav>
<main><h1>${title}</h1><p>${words.repeat(3)}</p><h2>Later</h2><p>${words.repeat(2)}</p></main>
<footer><a href="/terms">Terms</a> © The Daily</footer></html>`;

const all = handWritten(root).flatMap((file) => snippetsOf(root, file));
const nameOf = ({ file, line, language, needs }: Snippet) => `${file}:${line} (${language}${needs && `, ${needs}`})`;
const of = (languages: readonly string[], isWanted = (_: Snippet) => true) =>
  all
    .filter((each) => languages.includes(each.language) && isWanted(each))
    .map((each) => [nameOf(each), each] as const);

let installed: Installed;
let site: Server;
let address: string;
let redis: TestRedis;
const services: ChildProcess[] = [];
let ran = 0;
let checked = 0;

/** A folder as the pages assume it: packages installed from their tarballs, and files with the names that pages use. */
beforeAll(async () => {
  installed = install(["dehusk", "server", "cluster", "lab"]);
  const { folder } = installed;
  const put = (name: string, content: string | Uint8Array) => {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  put("page.html", story("The old mill"));
  for (const name of ["one", "two", "three"])
    put(`saved-pages/${name}.html`, story(`Story ${name}`, `${name} ${sentence}`));
  for (let s = 0; s < 6; s++) {
    for (let p = 0; p < 8; p++) {
      const words = Array.from({ length: 18 }, (_, i) => `word${(s * 131 + p * 17 + i * 7) % 997}`).join(" ");
      put(`sites/site${s}/page${p}.html`, story(`Title ${s}.${p}`, `${words}. `).replaceAll("The Daily", `Daily ${s}`));
    }
  }
  put("crawl.warc.gz", gzipSync(makeResponse("https://a.example/one", story("One"))));
  put("pages.jsonl", `${JSON.stringify({ id: "2", url: "https://a.example/two", html: story("Two") })}\n`);
  symlinkSync(join(root, "node_modules", "playwright-core"), join(folder, "node_modules", "playwright-core"));
  put("bin/dehusk", `#!/bin/sh\nexec "${process.execPath}" "${installed.bin}" "$@"\n`);
  put("bin/npx", `#!/bin/sh\nshift\nexec "${process.execPath}" "${installed.bin}" "$@"\n`);
  // What is installed is there already.
  put("bin/npm", "#!/bin/sh\nexit 0\n");
  for (const name of ["dehusk", "npx", "npm"]) chmodSync(join(folder, "bin", name), 0o755);
  site = createServer((request, response) => {
    const isRobots = request.url === "/robots.txt";
    response.writeHead(isRobots ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(isRobots ? "" : story("The old mill"));
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  put("urls.txt", `${address}/a\n${address}/b\n`);
  redis = await startRedis();
}, 300_000);

afterAll(async () => {
  for (const service of services) service.kill();
  site?.close();
  await redis?.stop();
  installed?.remove();
  console.log(`${ran} snippets ran, ${checked} that need data or a clone were checked, of ${all.length}`);
});

/** The public host of the pages is one of our own, at a private address. */
const atHome = (code: string) =>
  code
    .replaceAll("https://example.org", address)
    .replaceAll("redis://queue:6379", redis.address)
    .replaceAll("redis://queue/", redis.address);

async function execute(program: string, args: readonly string[], cwd: string, input = "") {
  const env = { ...process.env, PATH: `${join(installed.folder, "bin")}:${process.env["PATH"]}` };
  const child = spawn(program, args, { cwd, env, stdio: "pipe" });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (text) => (stdout += String(text)));
  child.stderr.on("data", (text) => (stderr += String(text)));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [status] = (await once(child, "close")) as [number];
  return { status, stdout, stderr };
}

describe("programs", () => {
  const programs = of(["js", "ts"], ({ needs }) => needs === "" || needs === "chromium");
  test.each(programs)("%s runs, and prints what its comments say", async (_, { code }) => {
    const file = join(installed.folder, `snippet-${ran}.mjs`);
    writeFileSync(file, atHome(code));
    const { status, stdout, stderr } = await execute(process.execPath, [file], installed.folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const lines = stdout.split("\n");
    for (const [, expected = ""] of code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)) {
      const isSaid = lines.some((line) => line === atHome(expected) || expected.startsWith(`${line}:`));
      expect(isSaid, `"${expected}" in ${JSON.stringify(stdout)}`).toBe(true);
    }
    ran++;
  });

  test.each(of(["js", "html"], ({ needs, language }) => needs === "browser" || language === "html"))(
    "%s runs in a page",
    async (_, { code }) => {
      const dist = join(installed.folder, "node_modules", "dehusk", "dist");
      const browser = await launchChromium();
      try {
        const tab = await browser.newPage();
        const errors: string[] = [];
        tab.on("pageerror", (error) => errors.push(error.message));
        await tab.route("https://page.example/**", (route) => {
          const { pathname } = new URL(route.request().url());
          if (pathname.startsWith("/lib/"))
            return route.fulfill({
              contentType: "text/javascript",
              body: readFileSync(join(dist, pathname.slice(5)), "utf8"),
            });
          return route.fulfill({ contentType: "text/html", body: story("In the browser") });
        });
        await tab.goto("https://page.example/");
        const script = (/<script type="module">(.*)<\/script>/s.exec(code)?.[1] ?? code).replace(
          /from "dehusk"/,
          'from "/lib/browser/dehusk.min.js"',
        );
        await tab.addScriptTag({ type: "module", content: `${script}\nwindow.isDone = true;` });
        await tab.waitForFunction("window.isDone === true", undefined, { timeout: 20_000 }).catch(() => {});
        expect(errors).toEqual([]);
        expect(await tab.evaluate("window.isDone")).toBe(true);
      } finally {
        await browser.close();
      }
      ran++;
    },
  );
});

describe("shells", () => {
  const lines = (code: string) =>
    code
      .replaceAll(/\\\n\s*/g, "")
      .split("\n")
      .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
      .filter((line) => line !== "");

  const runnable = of(["sh"], ({ needs }) => ["", "server", "chromium", "redis"].includes(needs));
  test.each(runnable)("%s runs", async (_, { code }) => {
    let service = "";
    for (const line of lines(atHome(code))) {
      if (/^(?:npx )?dehusk serve\b/.test(line)) {
        service = await serve(line.replace(/^(?:npx )?dehusk /, "").split(/\s+/));
        continue;
      }
      if (line.includes("127.0.0.1:8380") && service === "") service = await serve(["serve"]);
      const isFetching = line.includes(address) && /dehusk (?:extract|detect|segment) http/.test(line);
      const isList = line.includes("--fetch");
      const command = `${line.replace("http://127.0.0.1:8380", service)}${isFetching || isList ? " --allow-private" : ""}`;
      const { status, stderr } = await execute("bash", ["-c", `set -o pipefail; ${command}`], installed.folder);
      expect({ command: line, status, stderr: status === 0 ? "" : stderr }).toEqual({
        command: line,
        status: 0,
        stderr: "",
      });
    }
    ran++;
  });

  test.each(of(["sh"], ({ needs }) => needs === "data" || needs === "clone"))(
    "%s has known commands and options",
    async (_, { code }) => {
      const tree = await commandTree(commands);
      for (const line of lines(code)) {
        const [, words = ""] = /(?:^|npx |[|&] ?)dehusk (.*)$/.exec(line) ?? [];
        if (words === "") continue;
        const command = tree.find(({ name }) => `${words} `.startsWith(`${name} `));
        expect(command, line).toBeDefined();
        for (const [flag] of words.split("|")[0]?.matchAll(/(?<=\s)--[a-z][a-z-]*/g) ?? []) {
          expect([...(command?.flags.map(({ long }) => long) ?? []), "--help"], line).toContain(flag);
        }
      }
      checked++;
    },
  );

  async function serve(args: readonly string[]): Promise<string> {
    const env = { ...process.env };
    const child = spawn(process.execPath, [installed.bin, ...args, "--port", "0"], {
      cwd: installed.folder,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    services.push(child);
    for await (const line of createInterface({ input: child.stderr })) {
      const [, port] = /^dehusk serve: http:\/\/[^:]+:(\d+)/.exec(line) ?? [];
      if (port !== undefined) return `http://127.0.0.1:${port}`;
    }
    throw new Error("The service ended before it told its address.");
  }
});

test.each(of(["json"], ({ needs }) => needs === "config"))(
  "%s is a configuration that the command line takes",
  async (_, { code }) => {
    writeFileSync(join(installed.folder, "config.json"), code);
    const args = ["extract", "page.html", "--config", "config.json"];
    const { status, stdout } = await execute("dehusk", args, installed.folder);
    expect(status).toBe(0);
    expect(stdout).not.toContain("# The old mill");
    ran++;
  },
);

test("no snippet is passed over but settings of other programs", () => {
  const known = ["js", "ts", "sh", "html", "json", "ini", "nginx"];
  expect(all.filter(({ language }) => !known.includes(language)).map(nameOf)).toEqual([]);
  const unchecked = of(["js", "ts"], ({ needs }) => needs === "data").map(([name]) => name);
  expect(unchecked.length).toBeLessThanOrEqual(2);
});
