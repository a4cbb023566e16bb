import { DehuskError, loadModule, pickOptions } from "../../basics/index.ts";
import { type Chunk, chunks, chunkTable, type TokenCounter } from "../../chunks/index.ts";
import { holdsMany, type InputFile, readPageFile } from "../../corpus/index.ts";
import { type Extraction, extract, extractTable } from "../../extract/index.ts";
import { type OptionValues, verbOptions } from "../../options/index.ts";
import type { PageInput } from "../../page/index.ts";
import { type CommandCall, defineCommand } from "../command.ts";
import { Exit, usualExits } from "../exit-codes.ts";
import { fetchHelp, fetchOptions, findPages, readPage } from "../options/fetch-options.ts";
import { generalOptions, limitsOf } from "../options/general-options.ts";
import { modelHelp, readKnowledge } from "../options/knowledge-options.ts";
import { formatOption, outputOption } from "../options/shared-options.ts";
import { writeOutput } from "../output/write-output.ts";

const encodings = ["estimate", "o200k_base", "cl100k_base"] as const;

const { frontmatter: _, ...extractOptions } = verbOptions.extract.command;

const options = {
  format: formatOption("jsonl", "markdown"),
  ...verbOptions.chunk.command,
  tokenizer: {
    type: "choice",
    of: encodings,
    default: "estimate",
    value: "name",
    help: "how tokens are counted: an estimate, or the encodings of OpenAI's models, which need the package gpt-tokenizer",
  },
  ...extractOptions,
  output: outputOption,
  ...fetchOptions,
  ...generalOptions,
} as const;

type ChunkCommandOptions = OptionValues<typeof options>;

/** `dehusk chunk`. */
export const command = defineCommand({
  inputs: {
    name: "inputs",
    many: true,
    help: "HTML files, folders, JSON lines, web archives, - for standard input, or a URL",
  },
  options,
  details: `
Cuts the content along its structure: sections, lists, tables, code, paragraphs, sentences. Each of these is cut only where it
does not fit into a chunk. A table that does not fit is cut between rows, with its header in each chunk, code between lines.

As jsonl: one line per chunk, with "index", "text", "tokens", the "headings" above it, "from" and "to" in the page's Markdown,
"overlap" (characters shared with the previous chunk), "path" (XPath), and the page's "id", "url" and "title".
As markdown: the chunks one after another, each under a comment with its number, tokens and headings.
${modelHelp}
${fetchHelp}`,
  examples: [
    "dehusk chunk page.html --max-tokens 400 --overlap 40",
    "dehusk chunk https://example.org/ --format markdown",
    "dehusk chunk crawl.warc.gz -o chunks.jsonl",
  ],
  exits: { ...usualExits, 1: "some pages failed", 5: "model or templates unusable", 6: "URL refused" },
  run,
});

async function run({ inputs, options, console }: CommandCall<ChunkCommandOptions>): Promise<number> {
  const { files } = await findPages(inputs, options);
  const knowledge = await readKnowledge(options);
  const tokenizer = await counterFor(options.tokenizer);
  const limits = limitsOf(options);
  const cut = (id: string, html: PageInput, known: object): string => {
    const found = extract(html, pickOptions({ ...options, ...known, limits, ...knowledge }, extractTable));
    const parts = chunks(found, { ...pickOptions(options, chunkTable), tokenizer });
    return parts.map((part) => (options.format === "jsonl" ? lineOf(id, found, part) : sectionOf(part))).join("");
  };
  let failed = 0;
  let written = "";
  const attempt = (id: string, make: () => string): void => {
    try {
      written += make();
    } catch (error) {
      if (files.length === 1 && !holdsMany(files[0] as InputFile)) throw error;
      failed++;
      console.error(error, id);
    }
  };
  for (const file of files) {
    if (!holdsMany(file)) {
      const { bytes, url, encoding } = await readPage(file.path, options, limits);
      attempt(file.name, () => cut(file.name, bytes, { url, encoding }));
    } else {
      for await (const record of readPageFile(file, { limitBytes: limits.bytes })) {
        attempt(record.id, () => {
          if (record.error !== undefined) throw new DehuskError(record.error.code, record.error.message);
          return cut(record.id, record.html, { url: record.url, encoding: record.encoding });
        });
      }
    }
  }
  await writeOutput(options.output, written, console);
  return failed > 0 ? Exit.SomeFailed : Exit.Done;
}

function lineOf(id: string, { url, title }: Extraction, part: Chunk): string {
  return `${JSON.stringify({ version: 1, id, url, title, ...part })}\n`;
}

function sectionOf({ index, tokens, headings, text }: Chunk): string {
  const path = headings.join(" > ").replace(/--+/g, "-");
  return `<!-- chunk ${index}, ${tokens} tokens${path === "" ? "" : `: ${path}`} -->\n\n${text}\n\n`;
}

/** @throws DehuskError `bad-option` where the encoder is not installed. */
async function counterFor(name: (typeof encodings)[number]): Promise<TokenCounter | undefined> {
  if (name === "estimate") return undefined;
  const { countTokens } = await loadModule<{ countTokens: TokenCounter }>(
    `gpt-tokenizer/encoding/${name}`,
    "gpt-tokenizer",
    `--tokenizer ${name}`,
  );
  return (text) => countTokens(text);
}
