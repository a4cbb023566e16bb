/**
 * The files in the folder of a store. `7.log` has the steps of generation 7; `7.tables` has what all steps before it add up
 * to, and takes the place of all older files. It is written under another name first, `7.tables.….tmp`.
 */

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const ownFile = /^(\d+)\.(log|tables|tables\.[\w-]+\.tmp)$/;

/** What LevelDB puts into every folder of its own. */
const levelFile = /^(?:CURRENT|MANIFEST-\d+)$/;

/** The latest generation with a file of tables, and with a log; 0 for none. */
export interface Latest {
  readonly tables: number;
  readonly log: number;
}

/** @throws Error when the folder has files of others. */
export function findLatest(folder: string): Latest {
  const latest = { tables: 0, log: 0 };
  const names = readdirSync(folder);
  if (names.some((name) => levelFile.test(name))) {
    throw new Error(
      "it is a LevelDB database, as earlier versions of Dehusk wrote. Delete it or use another folder, and stream the pages again",
    );
  }
  for (const name of names) {
    const [, generation, kind] = ownFile.exec(name) ?? [];
    if (kind === "log" || kind === "tables") latest[kind] = Math.max(latest[kind], Number(generation));
    // Some systems put hidden files everywhere.
    else if (kind === undefined && !name.startsWith(".")) {
      throw new Error(`it is a folder with other things in it, such as "${name}"`);
    }
  }
  return latest;
}

/** Removes what a file of tables has taken the place of; what cannot be removed stays. */
export function removeOlder(folder: string, tables: number): void {
  for (const name of readdirSync(folder)) {
    const [, generation, kind = ""] = ownFile.exec(name) ?? [];
    if (Number(generation) < tables || (Number(generation) === tables && kind.endsWith(".tmp"))) {
      try {
        rmSync(join(folder, name), { force: true });
      } catch {}
    }
  }
}
