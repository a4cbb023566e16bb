// Puts the extension together in a folder that Chromium loads unpacked: node examples/extension/build.mjs [folder]
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleOverlay } from "../overlay/bundle.mjs";
import { drawIcon } from "./draw-icon.mjs";

export async function buildExtension(folder) {
  mkdirSync(folder, { recursive: true });
  for (const file of ["manifest.json", "background.js"]) {
    copyFileSync(new URL(file, import.meta.url), join(folder, file));
  }
  for (const size of [16, 32, 48, 128]) writeFileSync(join(folder, `icon-${size}.png`), drawIcon(size));
  writeFileSync(join(folder, "overlay.js"), await bundleOverlay());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const folder = process.argv[2] ?? fileURLToPath(new URL("dist", import.meta.url));
  await buildExtension(folder);
  console.log(folder);
}
