import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { estimateTokens, presets } from "dehusk";
import { counted, DehuskError } from "dehusk/internal/basics";
import { z } from "zod";
import { ServiceError } from "../service-error.ts";
import type { Backend, PageFacts } from "./backend.ts";
import { pagesOf } from "./pages-of.ts";

const source = {
  url: z.string().max(8192).optional().describe("Address of the page; fetched unless html is given."),
  html: z.string().optional().describe("The page itself, as HTML."),
};
const preset = z.enum(presets).optional().describe("What counts as content. Default: balanced.");
const budget = z
  .number()
  .int()
  .min(200)
  .max(20_000)
  .default(2000)
  .describe("Maximum tokens of the answer, estimated: 200 to 20,000. The rest follows on the next page.");
const page = z.number().int().min(1).default(1).describe("Page of the answer, starting at 1.");

/** Tokens of an answer reserved for what precedes the content. */
const headTokens = 150;

/** Only reads. */
const readOnly = { readOnlyHint: true, openWorldHint: true } as const;

/** A server of the Model Context Protocol with the tools of dehusk, not connected yet. */
export function createMcpServer(backend: Backend, version: string): McpServer {
  const server = new McpServer(
    { name: "dehusk", title: "Dehusk", version },
    {
      instructions:
        "Reads web pages without menus, banners and footers. Give a page by url or html. Long answers come in pages: ask for the next one with page. For a long page, list its sections first, then get the chunk at a position.",
    },
  );

  server.registerTool(
    "extract_page",
    {
      title: "Extract a page",
      description:
        "The content of a web page as Markdown, with title, author, date and language. Long content comes in pages.",
      inputSchema: z.strictObject({ ...source, preset, budget, page }),
      annotations: readOnly,
    },
    (given) =>
      answered(async () => {
        const maxTokens = Math.max(16, given.budget - headTokens);
        const fields = ["title", "author", "date", "url", "language", "words", "confidence", "warnings", "chunks"];
        const facts = await backend.read({ source: given, fields, preset: given.preset, maxTokens });
        const { chunks = [], warnings = [] } = facts;
        const empty = warnings.map(({ message }) => message).join("\n") || nothing;
        const texts = chunks.length === 0 ? [empty] : chunks.map(({ text }) => text);
        return `${given.page === 1 ? headOf(facts) : ""}${pageOf(texts, given.page)}`;
      }),
  );

  server.registerTool(
    "list_sections",
    {
      title: "List the sections of a page",
      description: "The headings of a page's content, with their positions in its Markdown and their tokens.",
      inputSchema: z.strictObject({ ...source, preset, budget, page }),
      annotations: readOnly,
    },
    (given) =>
      answered(async () => {
        const { sections = [] } = await backend.read({ source: given, fields: ["sections"], preset: given.preset });
        const lines = sections.map(
          ({ level, headings, from, to, tokens }) =>
            `${"  ".repeat(Math.max(level - 1, 0))}- ${headings.at(-1) ?? "(start)"} (position ${from} to ${to}, ${tokens} tokens)`,
        );
        return paged(lines, given);
      }),
  );

  server.registerTool(
    "get_chunk",
    {
      title: "Get the chunk at a position",
      description:
        "A page's content from a position in its Markdown on, as much as the budget holds, with the headings above it. Positions come from list_sections.",
      inputSchema: z.strictObject({
        ...source,
        preset,
        position: z.number().int().min(0).describe("A position in the page's Markdown, in characters."),
        budget,
      }),
      annotations: readOnly,
    },
    (given) =>
      answered(async () => {
        const room = Math.max(16, given.budget - headTokens);
        // Small ones, of which as many follow as fit: a short section must not be all of the answer.
        const maxTokens = Math.max(16, Math.floor(room / 4));
        const fields = ["markdown", "chunks"];
        const { markdown = "", chunks = [] } = await backend.read({
          source: given,
          fields,
          preset: given.preset,
          maxTokens,
        });
        /** Whether nothing is added at its end: parts of code end in a fence. */
        const isOpen = ({ text, from, to }: { text: string; from: number; to: number }): boolean =>
          text.endsWith(markdown.slice(from, to));
        const first = chunks.find(({ to }) => given.position < to);
        if (first === undefined) {
          const end = chunks.at(-1)?.to ?? 0;
          throw new DehuskError(
            "bad-input",
            `There is nothing at position ${given.position}: the content ends at ${end}.`,
          );
        }
        let text = first.text;
        let last = first;
        for (const chunk of chunks.slice(first.index + 1)) {
          const isOne = isOpen(last) && isOpen(chunk);
          const longer = isOne ? text + markdown.slice(last.to, chunk.to) : `${text}\n\n${chunk.text}`;
          if (estimateTokens(longer) > room) break;
          text = longer;
          last = chunk;
        }
        const next = chunks[last.index + 1];
        const more = next === undefined ? "" : ` The next chunk begins at position ${next.from}.`;
        const where = `Position ${first.from} to ${last.to} of ${chunks.at(-1)?.to}.${more}`;
        return `${first.headings.length === 0 ? "" : `Below: ${first.headings.join(" > ")}\n\n`}${text}\n\n[${where}]`;
      }),
  );

  server.registerTool(
    "explain_page",
    {
      title: "Explain what was kept",
      description:
        "Why blocks of a page were kept as content or dropped. Set `containing` to see only the blocks with that text.",
      inputSchema: z.strictObject({
        ...source,
        preset,
        containing: z
          .string()
          .max(1000)
          .optional()
          .describe("Only blocks that contain this text; case does not matter."),
        kept: z.boolean().optional().describe("Only blocks that were kept, or only those that were dropped."),
        budget,
        page,
      }),
      annotations: readOnly,
    },
    (given) =>
      answered(async () => {
        const { explain = [] } = await backend.read({
          source: given,
          fields: ["title"],
          preset: given.preset,
          explain: true,
        });
        const wanted = given.containing?.toLowerCase() ?? "";
        const lines = explain
          .filter(({ kept, text }) => (given.kept ?? kept) === kept && text.toLowerCase().includes(wanted))
          .map(
            ({ kept, text, reasons }) =>
              `- ${kept ? "kept" : "dropped"}: "${shortened(text)}" because ${reasons.join("; ")}`,
          );
        return paged(lines, given);
      }),
  );

  server.registerTool(
    "learn_site",
    {
      title: "Learn the templates of a site",
      description:
        "Compares several pages of one site, and remembers what they have in common: menus, banners, footers. Best with five pages or more.",
      inputSchema: z.strictObject({
        site: z.string().max(200).optional().describe("Host of the site, such as example.org, if no page has a url."),
        pages: z.array(z.strictObject(source)).min(2).max(50).describe("Pages of the site, each as url or html."),
        budget,
        page,
      }),
      annotations: { readOnlyHint: false, openWorldHint: true },
    },
    (given) =>
      answered(async () => {
        const { site, pages, templates } = await backend.learn(given.site, given.pages);
        const hint = templates.length === 0 ? " Learn more of its pages: five or more are best." : "";
        const head = `${site}: ${pages} pages known, ${templates.length} texts in common.${hint}`;
        return paged([head, ...templates.map((text) => `- ${shortened(text)}`)], given);
      }),
  );
  return server;
}

/** A tool result of the protocol; errors of a page are results too, for the model to read. */
async function answered(make: () => Promise<string>): Promise<CallToolResult> {
  try {
    return { content: [{ type: "text", text: await make() }] };
  } catch (error) {
    if (!(error instanceof DehuskError || error instanceof ServiceError)) throw error;
    return { content: [{ type: "text", text: `${error.message} (${error.code})` }], isError: true };
  }
}

function paged(lines: readonly string[], given: { readonly budget: number; readonly page: number }): string {
  const pages = pagesOf(lines, given.budget - headTokens, estimateTokens);
  return pageOf(pages.length === 0 ? [nothing] : pages, given.page);
}

const nothing = "There is nothing to show.";

/** One of the pages of an answer, and how to get the next. */
function pageOf(pages: readonly string[], page: number): string {
  const text = pages[page - 1];
  if (text === undefined) {
    throw new DehuskError("bad-input", `There is no page ${page}: the answer has ${counted(pages.length, "page")}.`);
  }
  if (pages.length === 1) return text;
  const next = page < pages.length ? ` For the next one, call again with page ${page + 1}.` : "";
  return `${text}\n\n[Page ${page} of ${pages.length}.${next}]`;
}

function headOf({ title, author, date, url, language, words, confidence }: PageFacts): string {
  const known = { title, author, date, url, language, words, confidence };
  const lines = Object.entries(known).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : `${name}: ${value}`,
  );
  return `${lines.map(shortened).join("\n")}\n\n`;
}

/** Longest text of a line. */
const longestLine = 200;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= longestLine ? line : `${line.slice(0, longestLine - 1)}…`;
}
