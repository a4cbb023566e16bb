/**
 * The files in a store's folder. `7.log` is the log of generation 7. `7.snapshot` holds everything that happened before
 * that log, and replaces all older files; while it is being written it is called `7.snapshot.<writer>.tmp`.
 */

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const ownFile = /^(\d+)\.(log|snapshot|snapshot\.[\w-]+\.tmp)$/;
const levelDbFile = /^(?:CURRENT|MANIFEST-\d+)$/;

/** The latest generations; 0 for none. */
export interface Latest {
  readonly snapshot: number;
  readonly log: number;
}

/** @throws Error when the folder has files of another program. */
export function findLatest(folder: string): Latest {
  const latest = { snapshot: 0, log: 0 };
  const names = readdirSync(folder);
  if (names.some((name) => levelDbFile.test(name))) {
    throw new Error(
      "it is a LevelDB database, as earlier versions of Dehusk wrote. Delete it or use another folder, and stream the pages again",
    );
  }
  for (const name of names) {
    const [, generation, kind] = ownFile.exec(name) ?? [];
    if (kind === "log" || kind === "snapshot") latest[kind] = Math.max(latest[kind], Number(generation));
    // Some systems put hidden files everywhere.
    else if (kind === undefined && !name.startsWith(".")) {
      throw new Error(`it is a folder with other things in it, such as "${name}"`);
    }
  }
  return latest;
}

/** Deletes the files that a snapshot has replaced, as far as possible. */
export function removeReplaced(folder: string, snapshot: number): void {
  for (const name of readdirSync(folder)) {
    const [, generation, kind = ""] = ownFile.exec(name) ?? [];
    if (Number(generation) < snapshot || (Number(generation) === snapshot && kind.endsWith(".tmp"))) {
      try {
        rmSync(join(folder, name), { force: true });
      } catch {}
    }
  }
}
