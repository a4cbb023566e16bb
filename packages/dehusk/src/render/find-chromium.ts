import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { DehuskError } from "../basics/index.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

const remedy =
  "Install Chromium (on Debian and Ubuntu: apt-get install chromium), or name one with --browser PATH, the option " +
  '"browser" or the environment variable DEHUSK_CHROMIUM.';

/**
 * Finds Chromium: the given path, otherwise `DEHUSK_CHROMIUM`, otherwise the first on the PATH or where installers put it.
 *
 * @throws DehuskError `no-browser` if there is none, with what to install.
 */
export function findChromium(
  given?: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const named = given ?? (environment["DEHUSK_CHROMIUM"] || undefined);
  if (named !== undefined) {
    if (isProgram(named)) return named;
    throw new DehuskError("no-browser", `"${named}" is not an executable file. ${remedy}`);
  }
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const found = [...paths, ...installPaths(environment)].find(isProgram);
  if (found !== undefined) return found;
  throw new DehuskError("no-browser", `No ${names.slice(0, 3).join(", ")} on the PATH. ${remedy}`);
}

/** Where installers put it on systems that keep programs off the PATH. */
function installPaths(environment: Readonly<Record<string, string | undefined>>): string[] {
  switch (process.platform) {
    case "darwin":
      return [
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      ];
    case "win32":
      return ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].map((name) =>
        join(environment[name] ?? "", "Google", "Chrome", "Application", "chrome.exe"),
      );
    default:
      return [];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
