import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Redis } from "ioredis";

/** A Redis for tests, with an append-only file in a folder of its own. */
export interface TestRedis {
  readonly address: string;
  /** Ends the server as a power cut would end it (kill -9), and starts another on the same port and file. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), "dehusk-redis-"));
  const port = await freePort();
  const address = `redis://127.0.0.1:${port}`;
  let server = await startServer(port, folder, address);
  const end = async (): Promise<void> => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    if (server.exitCode === null && server.kill("SIGKILL")) await ended;
  };
  // However the tests end.
  const onExit = (): void => {
    server.kill("SIGKILL");
  };
  process.on("exit", onExit);
  return {
    address,
    async killAndRestart() {
      await end();
      server = await startServer(port, folder, address);
    },
    async stop() {
      process.off("exit", onExit);
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const program = "redis-server";

async function startServer(port: number, folder: string, address: string): Promise<ChildProcess> {
  const settings = {
    bind: "127.0.0.1",
    port,
    dir: folder,
    appendonly: "yes",
    save: "",
    "maxmemory-policy": "noeviction",
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn(program, args, { stdio: "ignore" });
  const failed = new Promise<never>((_, reject) => server.once("error", reject));
  await Promise.race([untilReady(server, address), failed]);
  return server;
}

async function untilReady(server: ChildProcess, address: string): Promise<void> {
  for (const stop = Date.now() + 30_000; ; await setTimeout(20)) {
    const client = new Redis(address, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.ping();
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > stop) throw new Error(`Redis did not start: ${error}`);
    } finally {
      client.disconnect();
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}
