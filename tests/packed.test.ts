import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  examplePages,
  type Installed,
  install,
  installGlobally,
  nodes,
  outputOf,
  root,
  run,
  subPaths,
  tool,
} from "./testing/installed.ts";

const [article] = examplePages as [string];
const golden = readFileSync(join(root, "examples", "golden", "article.content.md"), "utf8");

describe.each(Object.entries(nodes))("dehusk installed with Node %s", (_, node) => {
  let installed: Installed;
  beforeAll(() => {
    installed = install(["dehusk"], node);
  });
  afterAll(() => installed.remove());

  test("brings at most 12 packages and 12 MB, no install scripts and no warnings", () => {
    const lock = JSON.parse(readFileSync(join(installed.folder, "package-lock.json"), "utf8")) as {
      packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>;
    };
    const paths = Object.keys(lock.packages).filter((path) => path !== "" && isInstalled(installed.folder, path));
    expect(paths.length).toBeLessThanOrEqual(12);
    expect(paths.filter((path) => lock.packages[path]?.hasInstallScript)).toEqual([]);
    expect(sizeOf(join(installed.folder, "node_modules"))).toBeLessThan(12e6);
    expect(installed.warnings).toBe("");
  });

  test("import and require give the same library", () => {
    const code = `const { extract } = require("dehusk");
      const html = require("node:fs").readFileSync(${JSON.stringify(article)});
      import("dehusk").then(({ extract: imported }) => console.log(imported === extract, extract(html).title));`;
    const { stdout, stderr } = run(node, ["--input-type=commonjs", "-e", code], installed.folder);
    expect(stdout).toMatch(/^true .*tidal clock/);
    expect(stderr).toBe("");
  });

  test("every sub-path can be required", () => {
    const names = subPaths("dehusk").map((path) => join("dehusk", path));
    const code = `for (const name of ${JSON.stringify(names)}) if (Object.keys(require(name)).length === 0) throw Error(name)`;
    expect(outputOf(node, ["--input-type=commonjs", "-e", code], installed.folder)).toBe("");
  });

  test("the command line extracts a page", () => {
    expect(outputOf(node, [installed.bin, "extract", article], installed.folder)).toBe(golden);
  });

  test("the command line keeps compiled code, and says the same with it", () => {
    const env = { ...process.env, XDG_CACHE_HOME: join(installed.folder, "caches") };
    const kept = join(env.XDG_CACHE_HOME, "dehusk");
    const json = (page: string) =>
      run(node, [installed.bin, "extract", page, "--format", "json"], installed.folder, env);
    const first = examplePages.map((page) => json(page));
    expect(readdirSync(kept)).toHaveLength(1);
    expect(first.map(({ status }) => status)).toEqual(examplePages.map(() => 0));
    const { mtimeMs } = statSync(join(kept, String(readdirSync(kept)[0])));
    expect(examplePages.map((page) => json(page).stdout)).toEqual(first.map(({ stdout }) => stdout));
    expect(statSync(join(kept, String(readdirSync(kept)[0]))).mtimeMs).toBe(mtimeMs);
    // A model that is imported on demand: kept code has to ask for modules in another way.
    const blocks = [installed.bin, "extract", article, "--model", "blocks-rf"];
    expect(run(node, blocks, installed.folder, env)).toMatchObject({ status: 0, stderr: "" });
  });

  test("the default model comes unpacked as its file has it", () => {
    const code = `const { unpackedDefault } = require("dehusk/internal/detect");
      const bytes = require("node:fs").readFileSync("node_modules/dehusk/dist/models/default.bin");
      console.log(bytes.equals(unpackedDefault()));`;
    expect(outputOf(node, ["--input-type=commonjs", "-e", code], installed.folder)).toBe("true\n");
  });

  test.each([
    [["serve"], "@dehusk/server"],
    [["cluster", "status"], "@dehusk/cluster"],
    [["experiment", "pagelevel-accuracy", "--data", "x", "-o", "y"], "@dehusk/lab"],
    [["stream", article, "--store", "postgres://127.0.0.1/x"], "@dehusk/cluster"],
  ])("dehusk %j says in one line what to install", (args, name) => {
    const { status, stderr, stdout } = run(node, [installed.bin, ...args], installed.folder);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain(`npm install ${name}`);
  });

  test.each([
    ["mcp", "--help"],
    ["help", "serve"],
  ])("dehusk %s %s tells what the command does and what to install", (...args) => {
    const text = outputOf(node, [installed.bin, ...args], installed.folder);
    expect(text).toMatch(/^Usage: dehusk (?:mcp|serve)[^\n]*\n\n(?:serve tools|run the HTTP)/);
    expect(text).toContain("needs the package @dehusk/server: npm install @dehusk/server");
  });
});

test("a global install brings the command and its manual pages", () => {
  const prefix = installGlobally("dehusk");
  try {
    const pages = readdirSync(join(prefix, "share", "man", "man1"));
    expect(pages).toEqual(expect.arrayContaining(["dehusk.1", "dehusk-extract.1", "dehusk-serve.1"]));
    expect(readFileSync(join(prefix, "share", "man", "man1", "dehusk-extract.1"), "utf8")).toContain(
      "\\-\\-allow\\-private",
    );
    expect(outputOf(join(prefix, "bin", "dehusk"), ["extract", article], prefix)).toBe(golden);
  } finally {
    rmSync(prefix, { recursive: true });
  }
});

test("Nodes do not run the code that others have compiled", () => {
  const installed = install(["dehusk"]);
  try {
    const env = { ...process.env, XDG_CACHE_HOME: join(installed.folder, "caches") };
    const all = [...Object.values(nodes), process.execPath];
    for (const node of [...all, ...all]) {
      const { status, stdout } = run(node, [installed.bin, "extract", article], installed.folder, env);
      expect({ status, stdout }, node).toEqual({ status: 0, stdout: golden });
    }
    const programs = new Set(all.map((node) => statSync(node).ino));
    expect(readdirSync(join(env.XDG_CACHE_HOME, "dehusk"))).toHaveLength(programs.size);
  } finally {
    installed.remove();
  }
});

describe("all packages installed", () => {
  let installed: Installed;
  beforeAll(() => {
    installed = install(["dehusk", "server", "cluster", "lab"]);
  });
  afterAll(() => installed.remove());

  test("dehusk serve answers", async () => {
    const server = spawn(process.execPath, [installed.bin, "serve", "--port", "0"], { cwd: installed.folder });
    try {
      const address = await addressOf(server);
      const body = readFileSync(article);
      const answer = await fetch(`${address}/extract`, {
        method: "POST",
        body,
        headers: { "Content-Type": "text/html" },
      });
      const { title } = (await answer.json()) as { title: string };
      expect(title).toContain("tidal clock");
      expect(await (await fetch(address)).text()).toContain("<title>");
    } finally {
      server.kill();
      await once(server, "exit");
    }
  });

  test("dehusk experiment and cluster are there", () => {
    expect(outputOf(process.execPath, [installed.bin, "experiment", "--help"], installed.folder)).toContain("--data");
    expect(outputOf(process.execPath, [installed.bin, "cluster", "--help"], installed.folder)).toContain("submit");
  });

  test("types compile without the DOM's and Node's", () => {
    const files = subPaths("dehusk").map((path, i) => {
      const name = `types-${i}.ts`;
      writeFileSync(join(installed.folder, name), `export * from "${join("dehusk", path)}";\n`);
      return name;
    });
    const compilerOptions = {
      lib: ["ES2022"],
      target: "ES2022",
      module: "nodenext",
      strict: true,
      skipLibCheck: false,
      types: [],
      noEmit: true,
    };
    writeFileSync(join(installed.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const { stdout, status } = run(join(root, "node_modules", ".bin", "tsc"), ["-p", "."], installed.folder);
    expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
  });

  test.each(["dehusk", "@dehusk/server", "@dehusk/cluster", "@dehusk/lab"])("publint and attw pass %s", (name) => {
    const file = readdirSync(installed.folder).find((path) =>
      path.startsWith(`${name.replace(/^@/, "").replace("/", "-")}-0`),
    );
    const tarball = join(installed.folder, String(file));
    const publint = run(tool(".bin/publint"), ["run", tarball, "--strict"], installed.folder);
    expect(publint.stdout).toContain("All good!");
    // attw does not know require(esm), which all supported versions of Node have; "import and require" above tests it.
    const attw = [tarball, "--profile", "node16", "--ignore-rules", "cjs-resolves-to-esm"];
    const { status, stdout } = run(tool(".bin/attw"), attw, installed.folder);
    expect(status, stdout).toBe(0);
  });
});

/** The address that `dehusk serve` tells once it listens. */
async function addressOf(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stderr as NodeJS.ReadableStream })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error("The service ended before it told its address.");
}

function isInstalled(folder: string, path: string): boolean {
  return statSync(join(folder, path), { throwIfNoEntry: false }) !== undefined;
}

function sizeOf(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
