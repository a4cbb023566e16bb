import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The Chromium of this machine: what DEHUSK_CHROMIUM names, else one on the PATH; undefined for none. */
export function findChromium(): string | undefined {
  const named = process.env["DEHUSK_CHROMIUM"];
  if (named !== undefined && named !== "") return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** Flags for a browser that starts fast, runs in containers and talks to nobody. */
export const chromiumFlags: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
