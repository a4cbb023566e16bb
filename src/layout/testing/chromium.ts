import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Path of the first Chromium on the PATH, undefined when there is none. */
export function findChromium(): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

/**
 * Starts the Chromium that is installed, for tests.
 *
 * @throws Error when there is none on the PATH.
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("No Chromium on the PATH.");
  return await chromium.launch({ executablePath, args: flags });
}
