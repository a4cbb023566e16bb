import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { type ApiDocument, undescribed } from "./check-answer.ts";

const program = fileURLToPath(new URL("../../../dehusk/bin/dehusk.js", import.meta.url));

const children = new Set<ChildProcess>();
// A test that fails has not stopped what it started.
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** A `dehusk serve` in a process of its own. */
export interface Serving {
  readonly address: string;
  readonly port: number;
  /** Sends a page, as text/html unless the headers say otherwise. */
  post(
    path: string,
    body: NonNullable<RequestInit["body"]>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** A measure of /metrics, by its name and labels; 0 for one that is not there. */
  measure(name: string): Promise<number>;
  /** What it has written to stderr so far: its log. */
  log(): string;
  /** Sends a signal. */
  signal(name: "SIGTERM" | "SIGINT"): void;
  /** What it ended with, once it has. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  stop(): Promise<void>;
}

/** Starts the service as a user does, at any free port; done when it listens. */
export async function startServe(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Serving> {
  const child = spawn(process.execPath, [program, "serve", "--port", "0", ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  children.add(child);
  let log = "";
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal }));
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      log += chunk;
      const found = /^dehusk serve: (http\S+)$/m.exec(log)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(({ code }) => reject(new Error(`dehusk serve ended with ${code}: ${log}`)));
  });
  const api = (await (await fetch(`${address}/openapi.json`)).json()) as ApiDocument;
  /** Every answer is checked against what the service says of itself. */
  const checked = async (method: string, path: string, send: () => Promise<Response>): Promise<Response> => {
    const answer = await send();
    expect(await undescribed(api, method, path, answer)).toEqual([]);
    return answer;
  };
  return {
    address,
    port: Number(new URL(address).port),
    post: (path, body, headers = { "content-type": "text/html" }) =>
      checked("POST", path, () => fetch(address + path, { method: "POST", headers, body })),
    get: (path, headers = {}) => checked("GET", path, () => fetch(address + path, { headers })),
    async measure(name) {
      const lines = (await (await fetch(`${address}/metrics`)).text()).split("\n");
      return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? 0);
    },
    log: () => log,
    signal: (name) => void child.kill(name),
    ended,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends bytes as they are, and reads until the other side closes, or the answer is whole. */
export function sendRaw(port: number, request: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    const finish = (): void => {
      const text = Buffer.concat(chunks).toString();
      const [head = "", ...rest] = text.split("\r\n\r\n");
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, body: rest.join("\r\n\r\n") });
    };
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
      const length = /^content-length: (\d+)/im.exec(head)?.[1];
      if (length !== undefined && Buffer.byteLength(body) >= Number(length)) finish();
    });
    socket.on("end", finish);
    // A server that has answered may close on who is still sending.
    socket.on("error", (error) => (chunks.length > 0 ? finish() : reject(error)));
    socket.write(request);
  });
}
