import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { DehuskError } from "dehusk/internal/basics";
import { TemplateStream } from "dehusk/internal/incremental";
import { answerDetect, answerExtract, answerSegment, type Content, jsonType } from "./answer-page.ts";
import { answerAdd, answerSite, marksOfSite } from "./answer-site.ts";
import { type PageRequest, type PageVerb, readTask } from "./read-task.ts";
import { RemoteStore } from "./remote-store.ts";
import { errorBody, serviceError } from "./service-error.ts";
import type { FromThread, Task, TaskAnswer, ThreadStart, ToThread } from "./task.ts";

/** A thread of request-pool.ts: answers requests, one at a time, until it is ended. */
const port = parentPort as MessagePort;
const { limits, begun } = workerData as ThreadStart;
const store = new RemoteStore(port);
let opened: Promise<TemplateStream> | undefined;

/** The tables of sites, opened on first use. */
function stream(): Promise<TemplateStream> {
  opened ??= TemplateStream.open({ store });
  return opened;
}

port.on("message", (message: ToThread) => {
  if ("result" in message) store.take(message.result);
  else void answer(message.task);
});
port.postMessage({ ready: true } satisfies FromThread);

async function answer(task: Task): Promise<void> {
  // Reported before the page is read, so that the pool knows it has started.
  Atomics.add(begun, 0, 1);
  try {
    const content = await contentOf(task);
    if ("wish" in content) port.postMessage(content satisfies FromThread);
    else send({ status: 200, type: content.type }, content.text);
  } catch (error) {
    const { status, code, message } = serviceError(error);
    const fault = code === "internal" ? describe(error) : undefined;
    send({ status, type: jsonType, code, fault }, JSON.stringify(errorBody({ code, message })));
  }
}

async function contentOf(task: Task) {
  const { verb, site = "" } = task;
  if (verb === "site") return answerSite(await stream(), site);
  const start = performance.now();
  const request = readTask(verb, task, limits);
  if ("wish" in request) return request;
  const content = await answerVerb(verb, site, request);
  if (verb !== "add" && performance.now() - start > limits.milliseconds) {
    throw new DehuskError("limit-time", `The page took longer than the limit of ${limits.milliseconds} ms.`);
  }
  return content;
}

async function answerVerb(verb: PageVerb, site: string, request: PageRequest): Promise<Content> {
  if (verb === "extract") {
    const many = await answerMany(request);
    if (many !== undefined) return many;
    if (site === "") return answerExtract(request, limits);
    return answerExtract(request, limits, async (page) => marksOfSite(await stream(), site, page));
  }
  if (verb === "detect") return answerDetect(request, limits);
  if (verb === "segment") return answerSegment(request, limits);
  return answerAdd(await stream(), site, request, limits);
}

/** The first bytes of files of many pages: JSON lines, WARC, zip, gzip, Zstandard. */
const manySigns = /^(?:\s*\{|WARC\/|PK\x03\x04|\x1f\x8b|\x28\xb5\x2f\xfd)/;

/** Lines for the pages of a file of many; undefined for a page. */
async function answerMany({ html, options }: PageRequest): Promise<Content | undefined> {
  if (typeof html === "string" || !manySigns.test(String.fromCharCode(...html.subarray(0, 99)))) return undefined;
  // Imported only here: most bodies are pages.
  const { answerArchive } = await import("./answer-archive.ts");
  return answerArchive(html, options, limits);
}

function send(head: Omit<TaskAnswer, "body">, text: string): void {
  // Not from Node's pool of small buffers, which cannot be transferred.
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  body.write(text);
  port.postMessage({ answer: { ...head, body } } satisfies FromThread, [body.buffer as ArrayBuffer]);
}

/** Where an error that should not happen came from, without its message, which may quote the page. */
function describe(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return [error instanceof Error ? error.name : typeof error, ...frames].join("\n");
}
