import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { DehuskError } from "../basics/index.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** Where installers put it on systems that keep programs off the path. */
const usualPlaces: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ],
  win32: ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].map((name) =>
    join(process.env[name] ?? "", "Google", "Chrome", "Application", "chrome.exe"),
  ),
};

const remedy =
  "Install Chromium (on Debian and Ubuntu: apt-get install chromium), or name one with --browser PATH, the option " +
  '"browser" or the environment variable DEHUSK_CHROMIUM.';

/**
 * Where a Chromium is: the path given, else `DEHUSK_CHROMIUM`, else the first on the path or in the usual places.
 *
 * @throws DehuskError `no-browser` when there is none, with what was looked for and what to do.
 */
export function findChromium(
  given?: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const named = given ?? (environment["DEHUSK_CHROMIUM"] || undefined);
  if (named !== undefined) {
    if (isProgram(named)) return named;
    throw new DehuskError("no-browser", `There is no browser that can be run at "${named}". ${remedy}`);
  }
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const places = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const found = [...places, ...(usualPlaces[process.platform] ?? [])].find(isProgram);
  if (found !== undefined) return found;
  throw new DehuskError("no-browser", `No ${names.slice(0, 3).join(", ")} was found on the PATH. ${remedy}`);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
