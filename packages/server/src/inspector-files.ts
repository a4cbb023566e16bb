import { readFile } from "node:fs/promises";
import { ServiceError } from "./service-error.ts";

/** A file of the inspector with its headers. */
export interface InspectorFile {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

/**
 * For scripts: a worker uses the policy of its own file. Other files need none. Scores are computed in WebAssembly, which
 * takes about half the time of JavaScript for a first page.
 */
const filePolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Files named by a hash of their content never change. */
const cachedForever = "public, max-age=31536000, immutable";

/** Path segments of the inspector's files: no leading dot, so no way up. */
const safePath = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/;

/** The folder of the built inspector: beside the program when built; sources take the built one too. */
export function builtInspector(): URL {
  return new URL(import.meta.url.endsWith(".ts") ? "../dist/inspector/" : "inspector/", import.meta.url);
}

/**
 * The inspector's own page, under the policy that its build has written.
 *
 * @throws ServiceError 404 if it was not built.
 */
export async function inspectorPage(folder: URL): Promise<InspectorFile> {
  try {
    const policy: unknown = JSON.parse(await readFile(new URL("csp.json", folder), "utf8")).policy;
    const bytes = await readFile(new URL("index.html", folder));
    return { bytes, headers: headersOf("html", String(policy), "no-cache") };
  } catch {
    throw new ServiceError(
      404,
      "not-found",
      "The inspector is not part of this installation. See /docs for the service.",
    );
  }
}

/**
 * A file of the inspector.
 *
 * @param path As in the address, after the first slash.
 * @throws ServiceError 404.
 */
export async function inspectorFile(folder: URL, path: string): Promise<InspectorFile> {
  const type = /\.(\w+)$/.exec(path)?.[1] ?? "";
  const caching = path.startsWith("assets/") ? cachedForever : "no-cache";
  if (!safePath.test(path) || types[type] === undefined || path === "csp.json") throw notFound();
  try {
    return { bytes: await readFile(new URL(path, folder)), headers: headersOf(type, filePolicy, caching) };
  } catch {
    throw notFound();
  }
}

function headersOf(type: string, policy: string, caching: string): Readonly<Record<string, string>> {
  return {
    "content-type": types[type] as string,
    "content-security-policy": policy,
    "cache-control": caching,
    "cross-origin-opener-policy": "same-origin",
  };
}

function notFound(): ServiceError {
  return new ServiceError(404, "not-found", "Not found. See /docs.");
}
