import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { painterPlugin } from "../painter-plugin.ts";

/** A page with a frame in it, built like the inspector and served with the policy of the build. */
export interface ServedHost {
  readonly origin: string;
  /** The policy to send; a test may change it. */
  policy: string;
  /** Paths requested so far. */
  readonly asked: string[];
  close(): void;
}

export async function serveHost(): Promise<ServedHost> {
  const files = await buildHost();
  const { policy } = JSON.parse(files.get("/csp.json") as string) as { policy: string };
  const host = { origin: "", policy, asked: [] as string[], close: () => server.close() };
  const server = createServer(({ url = "" }, response) => {
    host.asked.push(url);
    const path = url === "/" ? "/index.html" : url;
    const content = files.get(path);
    const type = path.endsWith(".html") ? "text/html" : path.endsWith(".css") ? "text/css" : "text/javascript";
    const headers = { "content-type": type, "content-security-policy": host.policy };
    response.writeHead(content === undefined ? 404 : 200, headers).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return host;
}

async function buildHost(): Promise<Map<string, string>> {
  const built = (await build({
    configFile: false,
    root: fileURLToPath(new URL(".", import.meta.url)),
    logLevel: "silent",
    plugins: [painterPlugin()],
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: { write: false, target: "es2023", modulePreload: { polyfill: false } },
  })) as Rolldown.RolldownOutput;
  return new Map(
    built.output.map((file) => [`/${file.fileName}`, file.type === "chunk" ? file.code : String(file.source)] as const),
  );
}
