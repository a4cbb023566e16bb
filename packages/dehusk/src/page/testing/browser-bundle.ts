import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** The root export as one browser script that sets the global `dehusk`. */
export async function bundleForBrowsers(): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL("../../index.ts", import.meta.url)),
    platform: "browser",
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "iife", name: "dehusk" });
  return output[0].code;
}
