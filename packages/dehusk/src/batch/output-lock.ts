import { readFileSync, rmSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { DehuskError, isRecord } from "../basics/index.ts";

/** The locks that this process holds. */
const held = new Set<string>();

/**
 * Keeps two runs from writing one output at once. The lock is a file that names the process which holds it: when that was
 * killed, the next takes it over. Processes on other machines cannot be seen from here, and are not kept away.
 *
 * @returns What gives the lock back.
 * @throws DehuskError `bad-option` when another run holds it.
 */
export async function lockOutput(output: string, lock: string): Promise<() => Promise<void>> {
  const path = resolve(lock);
  const holder = { host: hostname(), pid: process.pid, start: startOf(process.pid) };
  for (;;) {
    const taken = held.has(path) ? "EEXIST" : await create(path, JSON.stringify(holder));
    if (taken === undefined) break;
    const other = held.has(path) ? process.pid : await runningHolder(path);
    if (other !== undefined) {
      const message = `Another run (process ${other}) is writing "${output}": wait for its end, or choose another output.`;
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

/** Writes the file unless it is there, which is told. */
async function create(path: string, content: string): Promise<"EEXIST" | undefined> {
  try {
    await writeFile(path, content, { flag: "wx" });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return "EEXIST";
    throw error;
  }
}

/** The process that holds a lock, if it is still there. */
async function runningHolder(path: string): Promise<number | undefined> {
  try {
    const holder: unknown = JSON.parse(await readFile(path, "utf8"));
    if (!isRecord(holder) || holder["host"] !== hostname()) return undefined;
    const { pid, start } = holder;
    if (typeof pid !== "number" || pid === process.pid) return undefined;
    const found = startOf(pid);
    return found !== undefined && found === start ? pid : undefined;
  } catch {
    // Gone meanwhile, or cut off when its process was killed.
    return undefined;
  }
}

/** When a process was started, "" where the system does not tell; undefined when there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    // A number may come again for another process, and one that was killed stays until its parent has looked.
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
