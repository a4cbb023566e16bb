import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { codeFolder, type LoadedScript, loadScript } from "./code-cache.ts";

interface Exports {
  twice(number: number): number;
  pathOf(): Promise<string>;
}

/** A script as the build makes them. */
const scriptOf = (
  digit: string,
  factor: number,
) => `/*  ${digit.repeat(64)}  */(function(exports,require,module,__filename,importModule){
  exports.twice = (number) => number * ${factor};
  exports.pathOf = async () => (await importModule("node:path")).join("a", require("node:path").basename(__filename));
})`;

let home: string;
let file: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "dehusk-code-"));
  file = join(home, "script.cjs");
  folder = join(home, "caches", "dehusk");
  writeFileSync(file, scriptOf("a", 2));
});
afterEach(() => rmSync(home, { recursive: true }));

/** Runs the script, and keeps its code if there is none. */
function runOnce(): LoadedScript<Exports> {
  const script = loadScript<Exports>(file, folder);
  script.exports.twice(1);
  script.keepCode();
  return script;
}

function keptFile(): string {
  const [name = ""] = readdirSync(folder);
  return join(folder, name);
}

describe("loadScript", () => {
  test("a second run uses the code that the first kept, and leaves it", () => {
    expect(runOnce().isKept).toBe(false);
    const { ino } = statSync(keptFile());
    const again = runOnce();
    expect(again.isKept).toBe(true);
    expect(again.exports.twice(21)).toBe(42);
    expect(statSync(keptFile()).ino).toBe(ino);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test("kept code can require and import", async () => {
    runOnce();
    expect(await runOnce().exports.pathOf()).toBe(join("a", "script.cjs"));
  });

  test("scripts of the same length have code of their own", () => {
    runOnce();
    writeFileSync(file, scriptOf("b", 3));
    const changed = runOnce();
    expect({ isKept: changed.isKept, result: changed.exports.twice(1) }).toEqual({ isKept: false, result: 3 });
    expect(runOnce().isKept).toBe(true);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("code of another script, under the name of this one's, is not used", () => {
    runOnce();
    const kept = keptFile();
    writeFileSync(file, scriptOf("b", 3));
    runOnce();
    const other = readdirSync(folder).find((name) => name.startsWith("bbbb"));
    renameSync(kept, join(folder, String(other)));
    expect(loadScript<Exports>(file, folder).isKept).toBe(false);
  });

  test.each([1, 72, 500])("code that lacks %i bytes at its end is not used", (missing) => {
    runOnce();
    truncateSync(keptFile(), statSync(keptFile()).size - missing);
    expect(runOnce().isKept).toBe(false);
    expect(runOnce().isKept).toBe(true);
  });

  test("only this user can write what is kept", () => {
    runOnce();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(keptFile()).mode & 0o777).toBe(0o600);
  });

  test("a file that others may write is not used", () => {
    runOnce();
    chmodSync(keptFile(), 0o666);
    expect(loadScript(file, folder).isKept).toBe(false);
  });

  test("a folder that others may write is neither read nor written", () => {
    runOnce();
    chmodSync(folder, 0o777);
    expect(loadScript(file, folder).isKept).toBe(false);
    rmSync(keptFile());
    runOnce();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a link in place of the file is not followed", () => {
    runOnce();
    const kept = keptFile();
    renameSync(kept, join(home, "elsewhere"));
    symlinkSync(join(home, "elsewhere"), kept);
    expect(loadScript(file, folder).isKept).toBe(false);
  });

  test("where nothing can be kept, the script runs all the same", () => {
    mkdirSync(join(home, "caches"));
    writeFileSync(folder, "a file where the folder should be");
    expect(runOnce().exports.twice(2)).toBe(4);
    expect(readFileSync(folder, "utf8")).toBe("a file where the folder should be");
    const nowhere = loadScript<Exports>(file, undefined);
    nowhere.keepCode();
    expect(nowhere.exports.twice(2)).toBe(4);
  });

  test("a folder that takes no others keeps nothing from ending", () => {
    const nowhere = loadScript<Exports>(file, "/proc/nowhere/caches/dehusk");
    nowhere.keepCode();
    expect(nowhere.exports.twice(2)).toBe(4);
  });

  test("of much kept code the oldest is removed; other files stay", () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const others = Array.from({ length: 8 }, (_, age) => `${age}.v8-code`);
    for (const [age, name] of [...others, "old.txt"].entries()) {
      writeFileSync(join(folder, name), "");
      utimesSync(join(folder, name), 1e9 - age, 1e9 - age);
    }
    runOnce();
    const names = readdirSync(folder).filter((name) => !name.startsWith("aaaa"));
    expect(names.sort()).toEqual([...others.slice(0, 5), "old.txt"]);
    expect(runOnce().isKept).toBe(true);
  });
});

describe("codeFolder", () => {
  test.each([
    ["linux", { XDG_CACHE_HOME: "/caches" }, "/caches/dehusk"],
    ["linux", {}, join(homedir(), ".cache", "dehusk")],
    ["darwin", {}, join(homedir(), "Library", "Caches", "dehusk")],
    ["win32", { LOCALAPPDATA: "/local" }, "/local/dehusk"],
    ["linux", { XDG_CACHE_HOME: "not/absolute" }, undefined],
    ["linux", { NODE_DISABLE_COMPILE_CACHE: "1" }, undefined],
  ] as const)("on %s with %j", (platform, env, expected) => {
    expect(codeFolder(env, platform)).toBe(expected);
  });
});
