import { type CommandCall, defineCommand, Exit, generalOptions, limitsOf } from "dehusk/internal/cli";
import type { OptionValues } from "dehusk/internal/options";
import packageJson from "../../package.json" with { type: "json" };

const mcpOptions = {
  fetch: { type: "boolean", default: true, help: "fetch pages that tools are asked for by URL" },
  allowPrivate: {
    type: "boolean",
    default: false,
    guarded: true,
    help: "also fetch from this machine and the local network",
  },
  ...generalOptions,
  limitBytes: { ...generalOptions.limitBytes, default: 16 * 1024 * 1024 },
  limitMs: { ...generalOptions.limitMs, default: 30_000 },
} as const;

/** `dehusk mcp`. */
export const command = defineCommand({
  options: mcpOptions,
  details: `
Serves tools over the Model Context Protocol on standard input and output: extract_page, list_sections, get_chunk,
explain_page, learn_site. A page is given as HTML or as a URL, which is fetched from public IP addresses only, unless
--allow-private. Answers are paged to a token budget. dehusk serve has the same tools at /mcp, over HTTP.`,
  examples: [`claude mcp add dehusk -- npx dehusk mcp`],
  exits: { 0: "stopped", 2: "wrong usage" },
  run,
});

async function run({ options }: CommandCall<OptionValues<typeof mcpOptions>>): Promise<number> {
  // Imported only here: help needs neither.
  const [{ StdioServerTransport }, { createMcpServer }, { LocalBackend }] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/stdio.js"),
    import("../mcp/create-mcp-server.ts"),
    import("../mcp/local-backend.ts"),
  ]);
  const { fetch: allowFetch, allowPrivate } = options;
  const userAgent = `dehusk/${packageJson.version}`;
  const backend = new LocalBackend({ limits: limitsOf(options), allowFetch, allowPrivate, userAgent });
  const server = createMcpServer(backend, packageJson.version);
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once("end", resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
  return Exit.Done;
}
