import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type Server } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "../../packages/cluster/src/testing/postgres-server.ts";
import { startRedis, type TestRedis } from "../../packages/cluster/src/testing/redis-server.ts";
import { launchChromium } from "../../packages/dehusk/src/page/testing/chromium.ts";
import { handWritten, type Snippet, snippetsOf } from "../../tools/docs/snippets.ts";
import { type Installed, install, root } from "../testing/installed.ts";
import { putClone, putFiles, putPrograms, story } from "./snippet-folder.ts";

/** npm run test:engines runs the snippets of engines, npm test all others. */
const onEngines = process.env["DEHUSK_TEST_ENGINES"] !== undefined;

const everywhere = handWritten(root).flatMap((file) => snippetsOf(root, file));
const all = everywhere.filter(({ needs }) => (needs === "engines") === onEngines);
const nameOf = ({ file, line, language, needs }: Snippet) => `${file}:${line} (${language}${needs && `, ${needs}`})`;
const of = (languages: readonly string[], isWanted = (_: Snippet) => true) =>
  all
    .filter((each) => languages.includes(each.language) && isWanted(each))
    .map((each) => [nameOf(each), each] as const);

let installed: Installed;
let folder: string;
let clone: string;
let site: Server;
let redis: TestRedis | undefined;
let postgres: TestPostgres | undefined;
/** What stands in pages for hosts and places that readers have, and what is there for the test. */
let places: [string, string][];
const ran = new Set<string>();

beforeAll(async () => {
  installed = install(["dehusk", "server", "cluster", "lab"]);
  folder = installed.folder;
  clone = join(folder, "clone");
  mkdirSync(clone);
  putFiles(folder);
  putClone(clone);
  putPrograms(join(folder, "bin"), installed);
  site = createHttpServer((request, response) => {
    const isRobots = request.url === "/robots.txt";
    response.writeHead(isRobots ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(isRobots ? "" : story("The old mill"));
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  writeFileSync(join(folder, "urls.txt"), `${address}/a\n${address}/b\n`);
  const uses = (address: string) => all.some(({ code }) => code.includes(address));
  [redis, postgres] = await Promise.all([
    uses("redis://") ? startRedis() : undefined,
    uses("postgres://") ? startPostgres() : undefined,
  ]);
  const own = join(folder, "own/");
  mkdirSync(own);
  places = [
    // As --allow-private does for the command line.
    ['fetchPage("https://example.org/"', 'fetchPage("https://example.org/", { addresses: () => true }'],
    ["userAgent:", "addresses: () => true, userAgent:"],
    ["https://example.org", address],
    ["redis://queue:6379", redis?.address ?? ""],
    ["redis://queue/", redis?.address ?? ""],
    ["postgres://db/tables", `'${await postgres?.newPlace()}'`],
    ["DATA", join(folder, "data")],
    ["crawl-00000.warc.gz", "crawl.warc.gz"],
    ["DIST", join(clone, "packages", "dehusk", "dist")],
    [" /data/", ` ${folder}/data/`],
    ["/shared/", own],
    ["/var/lib/dehusk/", own],
    ["/etc/dehusk/keys", join(folder, "keys.txt")],
    ["/usr/bin/dehusk", "dehusk"],
  ];
}, 300_000);

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

afterEach(async () => {
  rmSync(join(folder, "data", "clean"), { recursive: true, force: true });
  const services = join(folder, "services");
  if (!existsSync(services)) return;
  const ids = [...readFileSync(services, "utf8").matchAll(/\d+/g)].map(([id]) => Number(id));
  for (const id of ids) if (isRunning(id)) process.kill(id);
  await expect.poll(() => ids.some(isRunning)).toBe(false);
  rmSync(services);
});

afterAll(async () => {
  site?.close();
  await Promise.all([redis?.stop(), postgres?.stop()]);
  installed?.remove();
  const elsewhere = everywhere.length - all.length;
  console.log(
    `ran ${ran.size} of ${all.length} snippets; the other ${elsewhere} run ${onEngines ? "in npm test" : "in npm run test:engines"}`,
  );
});

const here = (code: string) => places.reduce((text, [there, place]) => text.replaceAll(there, place), code);

async function execute(program: string, args: readonly string[], cwd: string, variables: Record<string, string> = {}) {
  const path = `${join(folder, "bin")}:${process.env["PATH"]}`;
  const env = { ...process.env, PATH: path, DEHUSK: `${process.execPath} ${installed.bin}`, ...variables };
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (text) => (stdout += String(text)));
  child.stderr.on("data", (text) => (stderr += String(text)));
  const [status] = (await once(child, "exit")) as [number];
  return { status, stdout, stderr };
}

test.each(of(["js", "ts"], ({ needs }) => needs === ""))("%s prints what its comments say", async (name, snippet) => {
  const code = here(snippet.code);
  const file = join(folder, `snippet-${ran.size}.mjs`);
  writeFileSync(file, code);
  const { status, stdout, stderr } = await execute(process.execPath, [file], folder);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const lines = stdout.split("\n");
  for (const [, expected = ""] of code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)) {
    const isSaid = lines.some((line) => line === expected || expected.startsWith(`${line}:`));
    expect(isSaid, `"${expected}" in ${JSON.stringify(stdout)}`).toBe(true);
  }
  ran.add(name);
});

const inPages = of(["js", "html"], ({ needs, language }) => needs === "browser" || language === "html");
test.each(inPages)("%s runs in a page", async (name, { code }) => {
  const dist = join(folder, "node_modules", "dehusk", "dist");
  const browser = await launchChromium();
  try {
    const tab = await browser.newPage();
    const errors: string[] = [];
    tab.on("pageerror", (error) => errors.push(error.message));
    await tab.route("https://page.example/**", (route) => {
      const { pathname } = new URL(route.request().url());
      if (!pathname.startsWith("/lib/"))
        return route.fulfill({ contentType: "text/html", body: story("In the browser") });
      const body = readFileSync(join(dist, pathname.slice(5)), "utf8");
      return route.fulfill({ contentType: "text/javascript", body });
    });
    await tab.goto("https://page.example/");
    const inside = /<script type="module">(.*)<\/script>/s.exec(code)?.[1] ?? code;
    const script = inside.replace(/from "dehusk"/, 'from "/lib/browser/dehusk.min.js"');
    await tab.addScriptTag({ type: "module", content: `${script}\nwindow.isDone = true;` });
    await tab.waitForFunction("window.isDone === true", undefined, { timeout: 20_000 }).catch(() => {});
    expect(errors).toEqual([]);
    expect(await tab.evaluate("window.isDone")).toBe(true);
  } finally {
    await browser.close();
  }
  ran.add(name);
});

test.each(of(["python"]))(
  "%s runs",
  async (name, { code }) => {
    const row = '("<h1>Rain</h1><p>It rained.", "https://a.example/") * 2';
    const frame = `spark.createDataFrame([${row}], ["html", "url", "body", "address"])`;
    const start = "from pyspark.sql import SparkSession\nspark = SparkSession.builder.master('local[2]').getOrCreate()";
    const program = `${start}\ndf = ${frame}\n${here(code)}\nassert len(fresh.collect()) == 1\n`;
    writeFileSync(join(folder, "snippet.py"), program);
    const { status, stderr } = await execute("python", ["snippet.py"], folder);
    expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
    ran.add(name);
  },
  600_000,
);

describe("shells", () => {
  test.each(of(["sh"]))(
    "%s runs",
    async (name, { code, needs }) => {
      await runLines(code, needs === "" ? folder : clone);
      ran.add(name);
    },
    600_000,
  );

  test.each(of(["ini"]))("%s is a service that starts", async (name, { code }) => {
    await runLines(/^ExecStart=(.*)$/m.exec(code)?.[1] ?? "false", folder);
    ran.add(name);
  });

  /** Runs lines in one shell that ends at the first that fails. */
  async function runLines(code: string, cwd: string) {
    const port = String(await freePort());
    const lines = here(code)
      .replaceAll("127.0.0.1:8380", `127.0.0.1:${port}`)
      .replaceAll(/\\\n\s*/g, "")
      .split("\n")
      .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
      .map((line) => (line.includes("&&") ? `${line} || exit` : line));
    if (code.includes(":8380") && !code.includes("dehusk serve")) lines.unshift("dehusk serve");
    const script = `set -e -o pipefail\n${lines.join("\n")}`;
    const { status, stderr } = await execute("bash", ["-c", script], cwd, { PORT: port });
    expect({ script, status, stderr: status === 0 ? "" : stderr }).toEqual({ script, status: 0, stderr: "" });
    // Without data, benchmarks say so and succeed.
    expect(stderr).not.toMatch(/^skipped/m);
  }

  async function freePort(): Promise<number> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    return port;
  }
});

test.each(of(["json"], ({ needs }) => needs === "config"))(
  "%s is taken by the command line",
  async (name, { code }) => {
    writeFileSync(join(folder, "config.json"), code);
    const args = ["extract", "page.html", "--config", "config.json"];
    const { status, stdout } = await execute("dehusk", args, folder);
    expect(status).toBe(0);
    expect(stdout).not.toContain("# The old mill");
    ran.add(name);
  },
);

test.each(of(["json"], ({ needs }) => needs === "mcp"))("%s starts a server of tools", async (name, { code }) => {
  const { mcpServers } = JSON.parse(code) as { mcpServers: { dehusk: { command: string; args: string[] } } };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const { command, args } = mcpServers.dehusk;
  const { stdout } = await execute("bash", ["-c", `echo '${request}' | ${command} ${args.join(" ")}`], folder);
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: "dehusk" } } });
  ran.add(name);
});

test("no snippet is passed over", () => {
  expect(all.map(nameOf).filter((name) => !ran.has(name))).toEqual([]);
});
