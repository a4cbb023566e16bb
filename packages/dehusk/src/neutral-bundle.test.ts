import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { decode, extract } from "./index.ts";

/** The root export in one script, as a bundler makes it that knows no platform. */
async function bundleNeutrally(): Promise<{ readonly code: string; readonly unresolved: readonly string[] }> {
  const unresolved: string[] = [];
  const bundle = await rolldown({
    input: fileURLToPath(new URL("index.ts", import.meta.url)),
    platform: "neutral",
    resolve: { mainFields: ["module", "main"], conditionNames: ["import"] },
    onLog: (_, { code, message }) => {
      if (code === "UNRESOLVED_IMPORT") unresolved.push(message);
    },
  });
  try {
    const { output } = await bundle.generate({ format: "iife", name: "dehusk" });
    return { code: output[0].code, unresolved: [...unresolved, ...output[0].imports] };
  } finally {
    await bundle.close();
  }
}

test("the root export needs no Node: bundled for no platform, it runs where there is only the web's own", async () => {
  const { code, unresolved } = await bundleNeutrally();
  expect(unresolved).toEqual([]);
  // Of the globals that browsers and others have in common, those that reading a page takes.
  const context = createContext({ TextDecoder, TextEncoder, URL, atob, performance });
  const { dehusk } = runInContext(`${code}; ({ dehusk });`, context) as { dehusk: typeof import("./index.ts") };
  const html = `<title>T</title><main><h1>Head</h1><p>${"Words that make up a paragraph. ".repeat(20)}</main>`;
  expect(dehusk.extract(html).markdown).toBe(extract(html).markdown);
  // Bytes that must be guessed at take the way through chardet.
  const guessed = Uint8Array.from([...html].map((c) => c.charCodeAt(0) | (/[aeiou]/.test(c) ? 0x80 : 0)));
  expect(JSON.stringify(dehusk.decode(guessed))).toBe(JSON.stringify(decode(guessed)));
});
