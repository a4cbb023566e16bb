/**
 * The child process: loads one extractor, then answers one page at a time.
 *
 * Sends { type: "ready" } or { type: "unavailable", message }, then for each page an answer with the text, the
 * metadata, the milliseconds of the call alone, and the peak resident memory so far. Only the extractor's own call
 * is timed: not its preparation, not our turning HTML into text, not the transport. A page `withStructure` is answered with
 * Markdown too, and with Dehusk's blocks.
 */

import { performance } from "node:perf_hooks";
import { extractorNamed } from "../extractors/index.mjs";
import { htmlToText } from "../html-to-text.mjs";
import { refusedAttempts, refuseNetwork } from "./refuse-network.mjs";

refuseNetwork();
for (const name of ["log", "info", "warn", "error", "debug", "trace"]) console[name] = () => {};
process.on("unhandledRejection", () => {});

const extractor = extractorNamed(process.argv[2]);
let call;
try {
  call = await extractor.load();
  process.send({ type: "ready", version: call.version });
} catch (error) {
  process.send({ type: "unavailable", message: messageOf(error) }, () => process.exit(0));
}

process.on("message", async (page) => {
  const reply = await answer(page);
  process.send({
    type: "answer",
    ...reply,
    maxRss: reply.maxRss ?? process.resourceUsage().maxRSS * 1024,
    totalCpuMs: reply.totalCpuMs ?? cpuMs(process.cpuUsage()),
    networkAttempts: refusedAttempts(),
  });
});

/** Some sets name pages by other things, such as `hard::1`. */
function isWebAddress(url) {
  return url !== null && /^https?:/i.test(url) && URL.canParse(url);
}

async function answer(page) {
  try {
    const known = { html: page.html, url: isWebAddress(page.url) ? page.url : null };
    const input = extractor.prepare ? extractor.prepare(known) : known;
    const start = performance.now();
    const before = process.cpuUsage();
    const pending = call(input);
    const result = pending instanceof Promise ? await pending : pending;
    const ms = performance.now() - start;
    const spent = result.cpuMs ?? cpuMs(process.cpuUsage(before));
    const meta = {};
    for (const field of extractor.fields) meta[field] = plain(result[field]);
    const structure = page.withStructure ? await structureOf(result) : {};
    const { totalCpuMs, maxRss } = result;
    return {
      ms,
      cpuMs: spent,
      totalCpuMs,
      maxRss,
      meta,
      text: result.text ?? htmlToText(result.html ?? ""),
      ...structure,
    };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function cpuMs({ user, system }) {
  return (user + system) / 1000;
}

/** What structure.mjs checks: the extractor's own Markdown, else its HTML by our converter, else its text. */
async function structureOf({ markdown, html, text, blocks }) {
  if (markdown !== undefined) return { isPlain: false, markdown: await markdown(), blocks: blocks?.() };
  if (html === undefined) return { isPlain: true, markdown: text };
  // Loaded on demand: it would add to the memory that run.mjs measures.
  const { htmlToMarkdown } = await import("../structure/html-to-markdown.mjs");
  return { isPlain: false, markdown: htmlToMarkdown(html) };
}

/** A value that survives the transport: strings, lists of strings, dates as ISO strings. */
function plain(value) {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === "object" ? (plain(value.name) ?? null) : String(value);
}

/** The first line of an error's message, without the benchmark's folder. */
function messageOf(error) {
  const folder = decodeURIComponent(new URL("../../", import.meta.url).pathname);
  const message = String(error?.message ?? error).split("\n")[0];
  return message.replaceAll(folder, "").slice(0, 200);
}
