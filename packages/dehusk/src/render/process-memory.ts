import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Bytes in memory. */
  readonly bytes: number;
}

/**
 * Bytes of memory of a process and its descendants; on Linux without memory shared with others.
 * Undefined where the system does not say.
 */
export async function treeMemory(root: number): Promise<number | undefined> {
  const processes = await (process.platform === "linux" ? readProc() : askPs()).catch(() => undefined);
  if (processes === undefined) return undefined;
  const children = new Map<number, Process[]>();
  for (const one of processes) {
    const siblings = children.get(one.parent);
    if (siblings === undefined) children.set(one.parent, [one]);
    else siblings.push(one);
  }
  const waiting = processes.filter(({ pid }) => pid === root);
  let bytes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    bytes += next.bytes;
    waiting.push(...(children.get(next.pid) ?? []));
  }
  return bytes;
}

const pageBytes = 4096;

async function readProc(): Promise<Process[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => readProcess(Number(pid)).catch(() => undefined)));
  return found.filter((one) => one !== undefined);
}

async function readProcess(pid: number): Promise<Process> {
  const [stat, memory] = await Promise.all([
    readFile(`/proc/${pid}/stat`, "utf8"),
    readFile(`/proc/${pid}/statm`, "utf8"),
  ]);
  // The name in parentheses may hold spaces and parentheses.
  const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  const [, resident = "0", shared = "0"] = memory.split(" ");
  return { pid, parent, bytes: (Number(resident) - Number(shared)) * pageBytes };
}

async function askPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)("ps", ["-axo", "pid=,ppid=,rss="], { maxBuffer: 1 << 26 });
  return stdout.split("\n").flatMap((line) => {
    const [pid, parent, kilobytes] = line.trim().split(/\s+/).map(Number);
    return pid === undefined || parent === undefined || kilobytes === undefined
      ? []
      : [{ pid, parent, bytes: kilobytes * 1024 }];
  });
}
