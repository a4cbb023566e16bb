import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Find } from "../find.ts";
import { HtmlGrammar } from "../grammars/html.ts";
import { commandLine, request } from "../grammars/requests.ts";
import { mutateBytes } from "../mutate.ts";
import type { Target } from "../target.ts";
import { callMain, type Run } from "./call-main.ts";

const program = resolve("packages", "dehusk", "bin", "dehusk.js");

/** Runs the command line; a signal after `patience` milliseconds ends it, and its status is null. */
async function dehusk(args: readonly string[], input: string, patience: number): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), "dehusk-fuzz-"));
  try {
    return await runProgram(args, input, patience, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runProgram(args: readonly string[], input: string, patience: number, cwd: string): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: "pipe", cwd });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    const timer = setTimeout(() => child.kill("SIGKILL"), patience);
    child.on("error", reject);
    child.on("close", (status) => {
      clearTimeout(timer);
      resolve({ status, stdout, stderr });
    });
  });
}

/** Longer than any small page takes on the slowest machine. */
const mostPatience = 120_000;

/** One in so many command lines runs the program itself; the others, its main function. */
const everyStart = 50;

/** Command lines: an exit code of ours, JSON where it was asked for, and no trace of the program's inside. */
export const commands: Target = {
  name: "command line",
  async run(random) {
    const args = commandLine(random);
    const page = new HtmlGrammar(random).page();
    const run = random.below(everyStart) === 0 ? dehusk(args, page, mostPatience) : callMain(args, page, mostPatience);
    const { status, stdout, stderr } = await run;
    const finds: Find[] = [];
    const add = (oracle: string): void => {
      finds.push({ oracle, detail: `${JSON.stringify(args)} ${status} ${stderr.slice(0, 400)}` });
    };
    if (status === null) add("ends");
    else if (status < 0 || status > 6) add("exits with a documented code");
    if (/^\s+at .*:\d+:\d+/m.test(stderr)) add("shows no stack");
    if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(stderr)) add("shows no controls");
    if (status !== 0 && status !== null && stderr === "") add("says why");
    if (status === 0 && asksForJson(args) && !isJsonText(stdout) && !stdout.trimEnd().split("\n").every(isJsonText))
      add("writes JSON");
    return finds;
  },
};

/** Of several formats the last counts, and those after `--` are names of files. */
function asksForJson(args: readonly string[]): boolean {
  if (args[0] !== "extract" || args.some((arg) => /^-(?:h|o|-help|-explain|-version|V)$/.test(arg))) return false;
  const format = args.flatMap((arg, i) =>
    args[i - 1] === "--format" ? [arg] : (arg.match(/(?<=^--format=).*/) ?? []),
  );
  return !args.includes("--") && format.at(-1) === "json";
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A batch that is killed at any time and resumed writes what it would have written at once. */
export const resume: Target = {
  name: "resume",
  async run(random) {
    const folder = await mkdtemp(join(tmpdir(), "dehusk-fuzz-"));
    try {
      const input = join(folder, "in.jsonl");
      const lines = random.many(20, 60, () => JSON.stringify({ html: new HtmlGrammar(random).page() }));
      await writeFile(input, lines.join("\n"));
      const batch = (output: string, ...more: string[]): string[] => [
        "batch",
        input,
        "-o",
        join(folder, output),
        "--workers",
        "1",
        ...more,
      ];
      const whole = await dehusk(batch("whole.jsonl"), "", mostPatience);
      for (let kills = 1 + random.below(2); kills > 0; kills--) {
        await dehusk(batch("parts.jsonl", "--resume"), "", 100 + random.below(1500));
      }
      const end = await dehusk(batch("parts.jsonl", "--resume"), "", mostPatience);
      if (end.status !== whole.status) return [{ oracle: "resumed as if never stopped", detail: end.stderr }];
      const [a, b] = [
        await readFile(join(folder, "whole.jsonl"), "utf8"),
        await readFile(join(folder, "parts.jsonl"), "utf8"),
      ];
      return a === b ? [] : [{ oracle: "resumed as if never stopped", detail: `${a.length} and ${b.length} bytes` }];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** A service under test, and how often it gave each status. */
interface ServiceTarget extends Target {
  readonly statuses: Map<number, number>;
}

/** Requests of every shape to one service: an answer or a closed connection, never an inner error, and it goes on. */
export function service(): ServiceTarget {
  const statuses = new Map<number, number>();
  let child: ChildProcess | undefined;
  let port: Promise<number> | undefined;
  return {
    name: "service",
    statuses,
    async run(random) {
      port ??= start();
      const bytes = Buffer.from(request(random));
      const answer = await send(await port, random.chance(0.4) ? mutateBytes(bytes, random) : bytes);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const finds: Find[] = [];
      if (status === 500 || (status === 0 && answer !== ""))
        finds.push({
          oracle: "no inner error",
          detail: `${bytes.toString("latin1").slice(0, 300)} -> ${answer.slice(0, 300)}`,
        });
      if (child?.exitCode !== null)
        finds.push({ oracle: "the service goes on", detail: bytes.toString("latin1").slice(0, 600) });
      return finds;
    },
    async close() {
      child?.kill("SIGKILL");
    },
  };

  function start(): Promise<number> {
    const started = spawn(process.execPath, [program, "serve", "--port", "0", "--workers", "1"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    child = started;
    return new Promise((resolve, reject) => {
      let log = "";
      started.stderr.setEncoding("utf8").on("data", (text: string) => {
        log = (log + text).slice(-5000);
        const found = /^dehusk serve: http\S+:(\d+)$/m.exec(log)?.[1];
        if (found !== undefined) resolve(Number(found));
      });
      started.on("close", () => reject(new Error(`dehusk serve ended: ${log}`)));
    });
  }
}

/** Sends bytes and ends; all that comes back within a few seconds, "" for a closed connection. */
function send(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    const finish = (): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(5000, finish);
    socket.setEncoding("latin1").on("data", (text: string) => {
      answer += text;
    });
    socket.on("error", finish).on("close", finish);
  });
}
