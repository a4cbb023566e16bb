import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome"];

/** Where a Chromium is: `DEHUSK_CHROMIUM`, else the first on the path. */
function chromiumPath(): string {
  const given = process.env["DEHUSK_CHROMIUM"];
  if (given) return given;
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    for (const name of names) if (existsSync(join(folder, name))) return join(folder, name);
  }
  throw new Error("No Chromium found: install the package chromium, or set DEHUSK_CHROMIUM to its path.");
}

/** A browser that reaches no network by itself. */
export function launchChromium(): Promise<Browser> {
  const quiet =
    "--disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update";
  return chromium.launch({
    executablePath: chromiumPath(),
    // The sandbox cannot be set up by root, as in containers.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...quiet.split(" "), "--disable-sync"],
  });
}
