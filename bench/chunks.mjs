// node chunks.mjs --data FOLDER [--pages 500] [--max-tokens 256]: chunks of dehusk beside the splitters of LangChain and
// LlamaIndex, on the same Markdown of the same pages: tables and code cut where they fit, headings lost, limits broken. Also how far the estimate of tokens is off, with gpt-tokenizer.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { MarkdownTextSplitter, RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import { MarkdownNodeParser, SentenceSplitter } from "@llamaindex/core/node-parser";
import { Document } from "@llamaindex/core/schema";
import { chunks, estimateTokens, extract } from "dehusk";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    pages: { type: "string", default: "500" },
    "max-tokens": { type: "string", default: "256" },
  },
});
const wanted = Number(values.pages);
const maxTokens = Number(values["max-tokens"]);

/** Pages with tables or code, the same number from each set. */
function* samplePages(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl.br"));
  const sets = files.map((name) =>
    brotliDecompressSync(readFileSync(join(folder, name)))
      .toString()
      .split("\n"),
  );
  for (let i = 0; sets.some((lines) => i < lines.length); i++) {
    for (const lines of sets) if (lines[i]) yield JSON.parse(lines[i]);
  }
}

const langchain = { chunkSize: maxTokens, chunkOverlap: 0, lengthFunction: estimateTokens };
const splitters = {
  dehusk: (result) => chunks(result, { maxTokens }).map(({ text, headings }) => ({ text, headings })),
  "LangChain MarkdownTextSplitter": async ({ markdown }) =>
    (await new MarkdownTextSplitter(langchain).splitText(markdown)).map((text) => ({ text, headings: [] })),
  "LangChain RecursiveCharacterTextSplitter (html)": async ({ html }) =>
    (await RecursiveCharacterTextSplitter.fromLanguage("html", langchain).splitText(html)).map((text) => ({
      text,
      headings: [],
    })),
  "LlamaIndex MarkdownNodeParser + SentenceSplitter": ({ markdown }) => {
    const nodes = new MarkdownNodeParser().getNodesFromDocuments([new Document({ text: markdown })]);
    const splitter = new SentenceSplitter({ chunkSize: maxTokens, chunkOverlap: 0 });
    return nodes.flatMap((node) =>
      splitter.splitText(node.text).map((text) => ({ text, headings: Object.values(node.metadata) })),
    );
  },
};

const counts = Object.fromEntries(
  Object.keys(splitters).map((name) => [
    name,
    {
      chunks: 0,
      over: 0,
      cutRows: 0,
      rows: 0,
      headless: 0,
      cutLines: 0,
      lines: 0,
      openFences: 0,
      noHeading: 0,
      lostWords: 0,
    },
  ]),
);
const ratios = [];
let pages = 0;
let broken = 0;

for (const { html, url } of samplePages(values.data)) {
  if (pages >= wanted) break;
  let result;
  try {
    result = extract(html, { url });
  } catch {
    continue;
  }
  const { markdown } = result;
  if (estimateTokens(markdown) <= maxTokens) continue;
  pages++;
  ratios.push(countTokens(markdown) / estimateTokens(markdown));
  const { rows, codeLines, headers } = structureOf(markdown);
  for (const [name, split] of Object.entries(splitters)) {
    let parts;
    try {
      parts = await split(result);
    } catch {
      broken++;
      continue;
    }
    measure(counts[name], parts, { markdown, rows, codeLines, headers, isHtml: name.includes("html") });
  }
}

/** Table rows and lines of code that fit into a chunk together with their header or fences. */
function structureOf(markdown) {
  const rows = new Set();
  const codeLines = new Set();
  const headers = new Set();
  let fence;
  let before = "";
  for (const line of markdown.split("\n")) {
    const open = /^\s*(?:[-*+] |\d+[.)] |> )*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && open !== undefined) fence = open;
    else if (fence !== undefined && line.trim() === fence) fence = undefined;
    else if (fence !== undefined) {
      if (line.trim().length > 3 && estimateTokens(line) < maxTokens / 2) codeLines.add(line.trim());
    } else if (/^\|.*\|$/.test(line)) {
      if (/^\|(?: --- \|)+$/.test(line)) headers.add(before.trim());
      else if (estimateTokens(line) < maxTokens / 2) rows.add(line.trim());
    }
    before = line;
  }
  return { rows, codeLines, headers };
}

function measure(into, parts, { markdown, rows, codeLines, headers, isHtml }) {
  const has = new Set(parts.flatMap(({ text }) => text.split("\n").map((line) => line.trim())));
  const words = (text) => text.match(/\p{L}+/gu)?.length ?? 0;
  into.chunks += parts.length;
  into.over += parts.filter(({ text }) => estimateTokens(text) > maxTokens).length;
  if (!isHtml) {
    into.rows += rows.size;
    into.cutRows += [...rows].filter((row) => !has.has(row)).length;
    into.lines += codeLines.size;
    into.cutLines += [...codeLines].filter((line) => !has.has(line)).length;
    into.lostWords += Math.max(0, words(markdown) - parts.reduce((sum, { text }) => sum + words(text), 0));
  }
  const hasHeadings = /^#{1,6} /m.test(markdown);
  for (const [i, { text, headings }] of parts.entries()) {
    const lines = text.split("\n").map((line) => line.trim());
    const first = lines.findIndex((line) => /^\|.*\|$/.test(line));
    // Rows whose table's header is not in the chunk.
    if (
      first >= 0 &&
      headers.size > 0 &&
      rows.has(lines[first]) &&
      !headers.has(lines[first]) &&
      !lines.some((line) => headers.has(line))
    )
      into.headless++;
    if ((text.match(/^\s*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1) into.openFences++;
    // A chunk that neither begins with a heading nor carries the one above it.
    if (i > 0 && hasHeadings && headings.length === 0 && !/^(?:#{1,6} |<h[1-6])/.test(text)) into.noHeading++;
  }
}

console.log(
  `${pages} pages of more than ${maxTokens} tokens; limits by the same estimate of tokens; ${broken} failures of splitters\n`,
);
console.log(
  "| splitter | chunks | over the limit | rows cut | rows without header | code lines cut | open fences | chunks without heading | words lost |",
);
console.log("|---|---|---|---|---|---|---|---|---|");
for (const [name, c] of Object.entries(counts)) {
  const isHtml = name.includes("html");
  const of = (part, all) => (isHtml ? "n/a" : `${part} of ${all}`);
  console.log(
    `| ${name} | ${c.chunks} | ${c.over} | ${of(c.cutRows, c.rows)} | ${isHtml ? "n/a" : c.headless} | ${of(c.cutLines, c.lines)} | ${isHtml ? "n/a" : c.openFences} | ${c.noHeading} | ${isHtml ? "n/a" : c.lostWords} |`,
  );
}
ratios.sort((a, b) => a - b);
const at = (share) => ratios[Math.floor(share * (ratios.length - 1))]?.toFixed(2);
console.log(
  `\ntrue tokens (o200k_base) over the estimate: ${at(0.05)} ${at(0.5)} ${at(0.95)} (5th, 50th, 95th percentile)`,
);
