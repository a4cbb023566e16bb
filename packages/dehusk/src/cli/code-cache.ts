/**
 * Runs a script with the code that V8 compiled in an earlier run, which saves short runs the compilation. From Node
 * 22.8 on `module.enableCompileCache` does much the same; Node 20 has nothing like it.
 *
 * Kept code is only ever a copy: without it, or when it is of another script, another Node or other flags, the script is
 * compiled as usual. V8 runs kept code unchecked, and crashes when it is damaged. So it is read only from a file and a
 * folder that belong to the user and that nobody else may write, and only if both ends of the file are there.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";

const suffix = ".v8-code";

/** Bytes of the comment that a script begins with: its digest tells it from all others. V8 wants code at a multiple of 8. */
const markBytes = 72;
const digestStart = "/*  ".length;

/** Maximum number of files, for other versions of dehusk and Node; the oldest is removed. Each has about 1.4 MB. */
const mostFiles = 6;

export interface LoadedScript<Exports> {
  readonly exports: Exports;
  /** Whether kept code runs. */
  readonly isKept: boolean;
  /** Stores the code compiled so far for later runs, unless there is some already. */
  keepCode(): void;
}

/**
 * Loads a script that the build made: in ASCII, its digest in a comment, then a function of what CommonJS modules are
 * given, and of what imports modules, since kept code cannot: Node does not know it.
 *
 * @param file Its path.
 * @param folder Where compiled code is kept; undefined to keep none.
 */
export function loadScript<Exports>(file: string, folder: string | undefined): LoadedScript<Exports> {
  const source = readFileSync(file);
  const place = folder && join(folder, nameFor(source));
  const cachedData = place === undefined ? undefined : readCode(place, source);
  const script = new Script(source.toString("latin1"), {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, importModule);
  const isKept = script.cachedDataRejected === false;
  return {
    exports: module.exports as Exports,
    isKept,
    keepCode: () => {
      if (place !== undefined && !isKept) writeCode(place, source, script.createCachedData());
    },
  };
}

/**
 * Tells apart scripts, flags and Nodes. V8 does not tell all Nodes apart: 20.19 and 20.20 have the same tag, and one crashes
 * on what the other compiled. So the program itself counts, by its size and time.
 */
function nameFor(source: Buffer): string {
  const digest = source.toString("latin1", digestStart, digestStart + 16);
  const { size, mtimeMs } = statSync(process.execPath);
  const node = `${process.version}-${process.arch}-${size}-${Math.floor(mtimeMs)}`;
  return `${digest}-${node}-${cachedDataVersionTag()}${suffix}`;
}

/** Built into the folder of the scripts, so paths are from there. */
function importModule(specifier: string): Promise<unknown> {
  return import(specifier);
}

/** This user's folder for compiled code; undefined if there is none or it is turned off. */
export function codeFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string | undefined {
  // Node's own switch for kept code.
  if (env["NODE_DISABLE_COMPILE_CACHE"]) return undefined;
  try {
    const home = homedir();
    // With another user's home, as after `su`, that user could not use what is written there.
    if (process.getuid !== undefined && statSync(home).uid !== process.getuid()) return undefined;
    const caches = cachesOf(env, platform, home);
    return isAbsolute(caches) ? join(caches, "dehusk") : undefined;
  } catch {
    return undefined;
  }
}

function cachesOf(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string {
  if (platform === "win32") return env["LOCALAPPDATA"] || join(home, "AppData", "Local");
  if (platform === "darwin") return join(home, "Library", "Caches");
  return env["XDG_CACHE_HOME"] || join(home, ".cache");
}

/** Whether only this user can write a file or folder. On Windows the folder's permissions ensure that. */
function isOwn({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** Stored code of a script, if it can be trusted. */
function readCode(place: string, source: Buffer): Buffer | undefined {
  try {
    if (!isOwn(statSync(dirname(place)))) return undefined;
    // Windows has no such flag.
    const file = openSync(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      if (!isOwn(fstatSync(file))) return undefined;
      const kept = readFileSync(file);
      const mark = source.subarray(0, markBytes);
      const isWhole = mark.equals(kept.subarray(0, markBytes)) && mark.equals(kept.subarray(-markBytes));
      return isWhole ? kept.subarray(markBytes, -markBytes) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** Writes code atomically; if that fails, later runs compile again. */
function writeCode(place: string, source: Buffer, code: Buffer): void {
  const folder = dirname(place);
  const fresh = `${place}-${process.pid}`;
  try {
    // No deeper: the recursive mkdir of Node never ends below /proc.
    for (const path of [dirname(folder), folder]) if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    if (!isOwn(statSync(folder))) return;
    try {
      const mark = source.subarray(0, markBytes);
      writeFileSync(fresh, Buffer.concat([mark, code, mark]), { mode: 0o600, flag: "wx", flush: true });
      renameSync(fresh, place);
    } finally {
      rmSync(fresh, { force: true });
    }
    removeOld(folder);
  } catch {
    // A full disk or a read-only folder.
  }
}

function removeOld(folder: string): void {
  const paths = readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => join(folder, name));
  const files = paths.map((path) => ({ path, time: statSync(path).mtimeMs })).sort((a, b) => b.time - a.time);
  for (const { path } of files.slice(mostFiles)) rmSync(path, { force: true });
}
