import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import type { Plugin } from "vite";
import type { Painter } from "./frame-document.ts";
import { inspectorPolicy } from "./policy.ts";

const id = "virtual:painter";
const entry = fileURLToPath(new URL("painter/painter.ts", import.meta.url));

/**
 * Bundles the painter, the only script in the frame, into a string with its hash: `virtual:painter`. A build also gets
 * `csp.json`, the policy for the server to send with index.html, and the same policy in index.html itself, for servers
 * that do not know it.
 */
export function painterPlugin(): Plugin {
  let painter: Promise<Painter> | undefined;
  let isBuild = false;
  const get = (): Promise<Painter> => {
    painter ??= bundlePainter();
    return painter;
  };
  return {
    name: "dehusk-painter",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    resolveId(source) {
      return source === id ? `\0${id}` : undefined;
    },
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      const { painterScript, painterHash } = await get();
      return `export const painterScript = ${JSON.stringify(painterScript)};
export const painterHash = ${JSON.stringify(painterHash)};`;
    },
    async generateBundle() {
      const policy = `${inspectorPolicy((await get()).painterHash)}; frame-ancestors 'none'`;
      this.emitFile({ type: "asset", fileName: "csp.json", source: `${JSON.stringify({ version: 1, policy })}\n` });
    },
    async transformIndexHtml() {
      if (!isBuild) return [];
      const content = inspectorPolicy((await get()).painterHash);
      const attrs = { "http-equiv": "Content-Security-Policy", content };
      return [{ tag: "meta", attrs, injectTo: "head-prepend" }];
    },
  };
}

/** The painter as one script. */
async function bundlePainter(): Promise<Painter> {
  const bundle = await rolldown({ input: entry, platform: "browser", logLevel: "silent" });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  await bundle.close();
  const painterScript = output[0].code.trim();
  if (/<\/script|<!--/i.test(painterScript))
    throw new Error("The painter script contains characters that would end or change it.");
  const painterHash = `sha256-${createHash("sha256").update(painterScript).digest("base64")}`;
  return { painterScript, painterHash };
}
