// The overlay with the small build of dehusk and its models, as one script that any page can run.
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const main = fileURLToPath(new URL("main.js", import.meta.url));

/** Needs a built dehusk: `npm run build`. */
export async function bundleOverlay() {
  const bundle = await rolldown({ input: main, platform: "browser", logLevel: "warn" });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  return output[0].code;
}
