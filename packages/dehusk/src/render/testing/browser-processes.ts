import { execFileSync } from "node:child_process";

/** Main Chromium processes started by this process. */
export function browserProcesses(): { readonly pid: number; readonly command: string }[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8", maxBuffer: 1 << 26 }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    const isBrowser = command.includes("--headless") && !command.includes("--type=");
    return Number(parent) === process.pid && isBrowser ? [{ pid: Number(pid), command }] : [];
  });
}
