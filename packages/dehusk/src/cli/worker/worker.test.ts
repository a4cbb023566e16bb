import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePage, makeResponse } from "../../corpus/testing/make-warc.ts";
import { framedPage, storyOf } from "../testing/framed-pages.ts";
import { program, runDehusk } from "../testing/run-dehusk.ts";
import { type Frame, frameBytes, readFrames } from "./frames.ts";

const fields = ["--fields", "url,title,text"];
const sites = ["shop.example", "news.example", "wiki.example"];
const pages = Array.from({ length: 60 }, (_, i) => {
  const site = sites[i % sites.length] as string;
  return { id: `p${i}`, url: `https://www.${site}/${i}`, html: framedPage(site, storyOf(site.slice(0, 4), i % 50)) };
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-worker-"));
  await writeFile(join(folder, "pages.jsonl"), pages.map((page) => `${JSON.stringify(page)}\n`).join(""));
  const records = pages.flatMap(({ url, html }, i) => [html, makePage(i, 3000)].map((body) => makeResponse(url, body)));
  await writeFile(join(folder, "crawl.warc.gz"), Buffer.concat(records.map((record) => gzipSync(record))));
});
afterAll(() => rm(folder, { recursive: true }));

interface Talk {
  readonly answers: Frame[];
  readonly status: number | null;
  readonly stderr: string;
}

/** Sends frames, or any bytes, to a worker and gives all of its answers but its greeting. */
async function talk(requests: readonly Uint8Array[], ...flags: string[]): Promise<Talk> {
  const child = spawn(process.execPath, [program, "worker", ...flags], { cwd: folder, stdio: "pipe" });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  child.stdin.on("error", () => {});
  child.stdin.end(Buffer.concat(requests));
  const answers: Frame[] = [];
  for await (const frame of readFrames(child.stdout)) answers.push(frame);
  expect(answers.shift()?.head).toEqual({ protocol: 1 });
  return { answers, status: await ended, stderr };
}

function pagesFrame(some: typeof pages, key = "pages", rest: object = {}): Buffer {
  const bodies = some.map(({ html }) => Buffer.from(html));
  const heads = some.map(({ id, url }, i) => ({ id, url, text: true, length: bodies[i]?.length }));
  return frameBytes({ [key]: heads, ...rest }, bodies);
}

/** The lines of answers, checked against the lengths that their heads tell. */
function linesOf(answers: readonly Frame[]): string[] {
  return answers.flatMap(({ head, body }) => {
    const results = head["results"] as { length: number }[];
    let at = 0;
    const lines = results.map(({ length }) => {
      at += length;
      return Buffer.from(body.subarray(at - length, at)).toString();
    });
    expect(at).toBe(body.length);
    return lines;
  });
}

const batches = new Map<string, Promise<string[]>>();

/** What a batch gives; made once. */
function batch(...args: [string, ...string[]]): Promise<string[]> {
  const made = batches.get(args.join(" ")) ?? runBatch(...args);
  batches.set(args.join(" "), made);
  return made;
}

async function runBatch(input: string, ...flags: string[]): Promise<string[]> {
  await runDehusk(["batch", input, "-o", "out.jsonl", "-w", "1", "-q", ...flags], "", folder);
  return (await readFile(join(folder, "out.jsonl"), "utf8")).split(/(?<=\n)/);
}

describe("dehusk worker", () => {
  test("answers many requests in order, with the lines of dehusk batch", async () => {
    const requests = Array.from({ length: 12 }, (_, i) => pagesFrame(pages.slice(5 * i, 5 * i + 5)));
    const { answers, status } = await talk(requests, ...fields, "-w", "2");
    expect({ status, count: answers.length }).toEqual({ status: 0, count: 12 });
    expect(linesOf(answers)).toEqual(await batch("pages.jsonl", ...fields));
  });

  test("reads a web archive in ranges, however they are cut", async () => {
    const whole = await batch("crawl.warc.gz", ...fields);
    const { length } = await readFile(join(folder, "crawl.warc.gz"));
    const cuts = [0, 777, length >> 2, length >> 1, length];
    const requests = cuts
      .slice(1)
      .map((to, i) => frameBytes({ read: join(folder, "crawl.warc.gz"), name: "crawl.warc.gz", from: cuts[i], to }));
    const { answers } = await talk(requests, ...fields);
    expect(linesOf(answers)).toEqual(whole);
    expect(answers.filter(({ head }) => head["more"] === false)).toHaveLength(4);
  });

  test("goes on where another worker ended, and passes over the page that ended it", async () => {
    const whole = await batch("crawl.warc.gz", ...fields);
    const request = { read: "crawl.warc.gz", skip: 10, single: 5, refuse: [12] };
    const lines = linesOf((await talk([frameBytes(request)], ...fields)).answers);
    expect(lines.filter((_, i) => i !== 2)).toEqual(whole.slice(10).filter((_, i) => i !== 2));
    const { id } = JSON.parse(whole[12] as string);
    const message = "The page ended its worker process several times.";
    expect(JSON.parse(lines[2] as string)).toEqual({ version: 1, id, error: { code: "crashed", message } });
  });

  test("returns the warnings of a page", async () => {
    const error = { code: "unreadable", message: "Gone." };
    const { answers } = await talk([frameBytes({ pages: [{ id: "a", length: 0, error }] })]);
    expect(linesOf(answers)).toEqual([`${JSON.stringify({ version: 1, id: "a", error })}\n`]);
  });

  test("gives the pages themselves", async () => {
    const { answers } = await talk([frameBytes({ read: "crawl.warc.gz", asPages: true })]);
    const heads = answers.flatMap(({ head }) => head["pages"] as { url: string; length: number }[]);
    expect(heads.map(({ url }) => url)).toEqual(pages.flatMap(({ url }) => [url, url]));
    const first = Buffer.from(answers[0]?.body.subarray(0, heads[0]?.length) ?? "");
    expect(first.toString()).toBe(pages[0]?.html);
  });

  test("learns sites from pages for those that follow, as dehusk batch --site-aware does", async () => {
    const requests = [pagesFrame(pages, "learn"), pagesFrame(pages, "pages", { sites: true })];
    const { answers } = await talk(requests, ...fields);
    expect(answers[0]?.head).toEqual({ sites: 3 });
    const aware = await batch("pages.jsonl", ...fields, "--site-aware");
    expect(linesOf(answers.slice(1))).toEqual(aware);
  });

  test("a page that takes too long is passed over, and the next one answered", async () => {
    const slow = { id: "slow", url: "https://slow.example/", html: "<div>a".repeat(60_000) };
    const request = pagesFrame([pages[0] as (typeof pages)[0], slow, pages[1] as (typeof pages)[0]]);
    const { answers } = await talk([request], ...fields, "--limit-ms", "1", "--limit-depth", "100000");
    const outcomes = answers.flatMap(({ head }) =>
      (head["results"] as { outcome: string }[]).map((each) => each.outcome),
    );
    expect(outcomes[1]).toBe("limit-time");
    expect(outcomes).toHaveLength(3);
  });

  test.each(["detect", "keywords"])("makes the lines of %s", async (verb) => {
    const { answers } = await talk([pagesFrame(pages.slice(0, 2))], "--verb", verb);
    const [line] = linesOf(answers).map((text) => JSON.parse(text));
    await writeFile(join(folder, "page.html"), pages[0]?.html as string);
    const format = verb === "detect" ? "json" : "jsonl";
    const { stdout } = await runDehusk([verb, "page.html", "--format", format, "-q"], "", folder);
    const { url: _, ...expected } = JSON.parse(stdout);
    expect(line).toMatchObject({ ...expected, id: "p0" });
  });

  test("reports an invalid request and continues; refuses anything but frames", async () => {
    const { answers } = await talk([frameBytes({ oops: 1 }), frameBytes({ pages: [{ id: "a", length: 9 }] })]);
    expect(answers.map(({ head }) => (head["error"] as { code: string }).code)).toEqual(["bad-option", "bad-input"]);
    expect(await talk([Buffer.from("GET / HTTP/1.1\r\n\r\n")])).toMatchObject({ status: 3, answers: [] });
    expect((await talk([frameBytes({ pages: [] }).subarray(0, 12)])).stderr).toMatch(/ends inside a frame/);
  });
});
