import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
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

/** The server at `DEHUSK_TEST_POSTGRES`, else one that is started now and gone when it is stopped. */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env["DEHUSK_TEST_POSTGRES"];
  const server = given ? { address: given, stop: async () => {} } : await startServer();
  const admin = new pg.Client({ connectionString: server.address });
  await admin.connect();
  const schemas: string[] = [];
  return {
    async newPlace() {
      const schema = `dehusk_test_${process.pid}_${schemas.length + 1}`;
      await admin.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}`);
      schemas.push(schema);
      return `${server.address}${server.address.includes("?") ? "&" : "?"}options=-csearch_path%3D${schema}`;
    },
    async stop() {
      for (const schema of schemas) await admin.query(`DROP SCHEMA ${schema} CASCADE`);
      await admin.end();
      await server.stop();
    },
  };
}

/** A server of its own in a folder of its own, reached by a socket in that folder only. */
async function startServer(): Promise<{ address: string; stop(): Promise<void> }> {
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
  return { address, stop };
}

/** Ends the server and removes its folder when its input ends, as it does however the tests end. */
const guardScript = `
trap '' INT TERM HUP
"$@" & server=$!
cat > /dev/null
kill -INT $server
wait $server
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
