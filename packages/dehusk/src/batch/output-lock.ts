import { readFileSync, rmSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { DehuskError, isRecord } from "../basics/index.ts";

/** The locks held by this process. */
const held = new Set<string>();

/**
 * Keeps two runs from writing the same output. The lock is a file that names its process; if that was killed, the next
 * run takes it over. Processes on other machines are not visible and not locked out.
 *
 * @returns A function that releases the lock.
 * @throws DehuskError `bad-option` if another run holds it.
 */
export async function lockOutput(output: string, lock: string): Promise<() => Promise<void>> {
  const path = resolve(lock);
  const holder = { host: hostname(), pid: process.pid, start: startOf(process.pid) };
  for (;;) {
    const taken = held.has(path) ? "EEXIST" : await create(path, JSON.stringify(holder));
    if (taken === undefined) break;
    const other = held.has(path) ? process.pid : await runningHolder(path);
    if (other !== undefined) {
      const message = `Another run (process ${other}) is writing "${output}": wait until it ends, or choose another output.`;
      throw new DehuskError("bad-option", `${message} If there is none, remove "${lock}".`);
    }
    await rm(path, { force: true });
  }
  held.add(path);
  const onExit = (): void => rmSync(path, { force: true });
  process.on("exit", onExit);
  return async () => {
    process.off("exit", onExit);
    await rm(path, { force: true });
    held.delete(path);
  };
}

/** Creates the file; returns "EEXIST" if it exists. */
async function create(path: string, content: string): Promise<"EEXIST" | undefined> {
  try {
    await writeFile(path, content, { flag: "wx" });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return "EEXIST";
    throw error;
  }
}

/** The process that holds a lock, if it is still running. */
async function runningHolder(path: string): Promise<number | undefined> {
  try {
    const holder: unknown = JSON.parse(await readFile(path, "utf8"));
    if (!isRecord(holder) || holder["host"] !== hostname()) return undefined;
    const { pid, start } = holder;
    if (typeof pid !== "number" || pid === process.pid) return undefined;
    const found = startOf(pid);
    return found !== undefined && found === start ? pid : undefined;
  } catch {
    // Gone by now, or truncated when its process was killed.
    return undefined;
  }
}

/** Start time of a process, "" if the system does not tell; undefined if there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    // Process ids are reused, and a killed process remains until its parent reaps it.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return state === "Z" ? undefined : fields[18];
  } catch {
    return isAlive(pid) ? "" : undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
