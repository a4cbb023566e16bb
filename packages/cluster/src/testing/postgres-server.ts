import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";

/** A PostgreSQL for tests. */
export interface TestPostgres {
  /** The address of a place where no store has been. */
  newPlace(): Promise<string>;
  stop(): Promise<void>;
}

/** One that tests may kill. */
export interface OwnPostgres extends TestPostgres {
  /** The path of the socket it listens on. */
  readonly socket: string;
  /** Ends the server (kill -9); another starts on the same files. */
  kill(): void;
}

/** The server at `DEHUSK_TEST_POSTGRES`, else one that is started now and gone when it is stopped. */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env["DEHUSK_TEST_POSTGRES"];
  if (!given) return startOwnPostgres();
  const schemas: string[] = [];
  return {
    newPlace: () => newPlace(given, schemas),
    stop: () => withAdmin(given, schemas.map((schema) => `DROP SCHEMA ${schema} CASCADE`).join(";")),
  };
}

/** A server that is started now, and gone with its folder when it is stopped. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const { address, folder, stop } = await startServer();
  const schemas: string[] = [];
  return {
    newPlace: () => newPlace(address, schemas),
    stop,
    socket: join(folder, ".s.PGSQL.5432"),
    kill() {
      process.kill(Number.parseInt(readFileSync(join(folder, "data", "postmaster.pid"), "utf8"), 10), "SIGKILL");
    },
  };
}

async function newPlace(address: string, schemas: string[]): Promise<string> {
  const schema = `dehusk_test_${process.pid}_${schemas.length + 1}`;
  await withAdmin(address, `DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}`);
  schemas.push(schema);
  return `${address}${address.includes("?") ? "&" : "?"}options=-csearch_path%3D${schema}`;
}

async function withAdmin(address: string, statements: string): Promise<void> {
  const admin = new pg.Client({ connectionString: address });
  await admin.connect();
  await admin.query(statements);
  await admin.end();
}

/** A server of its own in a folder of its own, reached by a socket in that folder only. */
async function startServer(): Promise<{ address: string; folder: string; stop(): Promise<void> }> {
  // The path of a socket has at most some 100 characters.
  const folder = mkdtempSync(join(tmpdir().length > 60 ? "/tmp" : tmpdir(), "dehusk-pg-"));
  const user = serverUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const options: SpawnOptions = { ...user, cwd: folder, stdio: ["pipe", "ignore", "pipe"] };
  const data = join(folder, "data");
  const made = spawnSync(
    binary("initdb"),
    ["-D", data, "-U", "dehusk", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    options,
  );
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed: ${made.error ?? made.stderr}`);
  }
  const settings = ["listen_addresses=", `unix_socket_directories=${folder}`, "fsync=off", "max_connections=40"];
  const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  const guard = spawn("sh", ["-c", guardScript, folder, binary("postgres"), ...args], options);
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => guard.once("exit", resolve));
    guard.stdin?.end();
    await ended;
  };
  const address = `postgres://dehusk@localhost/postgres?host=${encodeURIComponent(folder)}`;
  try {
    await untilReady(guard, address);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, folder, stop };
}

/**
 * Starts the server, again whenever it was killed; ends it and removes its folder when its own input ends, as it does
 * however the tests end.
 */
const guardScript = `
trap '' INT TERM HUP
until [ -e "$0/stop" ]; do "$@"; sleep 0.1; done & servers=$!
cat > /dev/null
: > "$0/stop"
while kill -0 $servers 2> /dev/null; do
  kill -INT "$(head -n 1 "$0/data/postmaster.pid")"
  sleep 0.1
done
cd / && rm -rf "$0"`;

async function untilReady(guard: ChildProcess, address: string): Promise<void> {
  let log = "";
  guard.stderr?.on("data", (text) => {
    log += text;
  });
  for (const stop = Date.now() + 30_000; ; await setTimeout(50)) {
    const client = new pg.Client({ connectionString: address });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (guard.exitCode !== null || Date.now() > stop) throw new Error(`PostgreSQL did not start: ${error}\n${log}`);
    }
  }
}

/** PostgreSQL refuses to be run by root: then by the user that its package makes. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (what: string): number => Number(execFileSync("id", [what, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** The first on the path, else the one of the newest package. */
function binary(name: string): string {
  const packages = "/usr/lib/postgresql";
  const versions = existsSync(packages) ? readdirSync(packages).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.map((version) => join(packages, version, "bin")),
  ];
  for (const folder of folders) if (existsSync(join(folder, name))) return join(folder, name);
  throw new Error("No PostgreSQL found: install the package postgresql, or set DEHUSK_TEST_POSTGRES to an address.");
}
