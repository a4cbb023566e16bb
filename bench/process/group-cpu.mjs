import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks a second, of /proc on Linux. */
const TICKS = 100;

/**
 * Seconds of processor time of a process group, with its ended children; infinite where /proc does not tell.
 *
 * @param {number} group
 */
export function groupCpuSeconds(group) {
  let ticks = 0;
  let isFound = false;
  for (const name of listProcesses()) {
    const fields = statOf(name);
    if (Number(fields[2]) !== group) continue;
    isFound = true;
    for (const spent of fields.slice(11, 15)) ticks += Number(spent);
  }
  return isFound ? ticks / TICKS : Number.POSITIVE_INFINITY;
}

function listProcesses() {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/u.test(name));
  } catch {
    return [];
  }
}

/** What /proc tells of a process after its name: state, parent, group, … */
function statOf(name) {
  try {
    const text = readFileSync(`/proc/${name}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
