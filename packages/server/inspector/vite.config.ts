import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { painterPlugin } from "./frame/painter-plugin.ts";

const dist = fileURLToPath(new URL("../dist/inspector", import.meta.url));

const sources = (path: string) => fileURLToPath(new URL(`../../dehusk/src/${path}`, import.meta.url));

/** The inspector: a folder of files that any server can serve, under any path. Nothing is loaded from elsewhere. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  resolve: {
    alias: [
      { find: /^dehusk$/, replacement: sources("index.ts") },
      { find: /^dehusk\/internal\/([a-z]+)$/, replacement: sources("$1/index.ts") },
    ],
  },
  publicDir: false,
  plugins: [painterPlugin()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: "es2023",
    // Policies forbid data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        // Examples are text to be read, not pages of this site.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith(".html"))
            ? "assets/example-[name]-[hash].txt"
            : "assets/[name]-[hash][extname]",
      },
    },
  },
});
