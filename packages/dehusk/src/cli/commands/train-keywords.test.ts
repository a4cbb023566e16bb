import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  DocumentFrequencies,
  findKeywords,
  findPhrases,
  readKeywordModel,
  readWords,
  writeFrequencies,
} from "../../apps/index.ts";
import { parse } from "../../page/index.ts";
import { Exit } from "../exit-codes.ts";
import type { Console } from "../output/console.ts";
import { trainKeywordModel } from "./train-keywords.ts";

/** Words that no table knows. */
const topics = "quorlet brindak vostrum zelpin cardwub fentrop luxabel mirdock polgrin stovak".split(" ");

/** A page whose keyword is in its title and often in its text; its second one is not in its text at all. */
function htmlOf(topic: string, number: number): string {
  const filler = Array.from({ length: 40 }, (_, i) => `word${number}x${(i * 7) % 40}`).join(" ");
  const text = `${topic} and the ${filler}. Of ${topic} they say that ${topic} is the best. `.repeat(3);
  return `<title>About ${topic}</title><meta name=keywords content="${topic}, absent"><p>${text}`;
}

let folder: string;
const at = (...names: string[]): string => join(folder, ...names);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-train-keywords-"));
  await mkdir(at("sets"));
  const line = (topic: string, number: number, host: string): string =>
    `${JSON.stringify({ id: topic, url: `https://${host}/${number}`, html: htmlOf(topic, number) })}\n`;
  await writeFile(at("sets", "open.jsonl"), topics.map((topic, i) => line(topic, i, `host${i}.example`)).join(""));
  await writeFile(at("one-host.jsonl"), topics.map((topic, i) => line(topic, i, "host.example")).join(""));
  await writeFile(at("sets", "closed.jsonl"), line("gravnik", 50, "closed.example"));
  await writeFile(at("sets", "closed.md"), "Licence: research use only.");
  await writeFile(at("broken.jsonl"), `${line("quorlet", 1, "a.example")}not JSON\n${line("zelpin", 2, "b.example")}`);
  await writeFile(at("bare.jsonl"), `${JSON.stringify({ html: "<p>No keywords here." })}\n`);
  const frequencies = new DocumentFrequencies();
  for (const [i, topic] of topics.entries()) frequencies.add(findPhrases(readWords(parse(htmlOf(topic, i)))));
  await writeFile(at("frequencies.json"), writeFrequencies(frequencies));
});
afterAll(() => rm(folder, { recursive: true }));

/** Trains as the command does, and gives what it said. */
async function train(paths: string[], output: string, frequencies?: string) {
  const said: string[] = [];
  const say = (text: string): void => {
    said.push(text);
  };
  const console: Console = {
    warn: say,
    note: say,
    error: (error) => say(String(error)),
    progress: () => {},
    status: () => {},
    endProgress: () => {},
  };
  const general = {
    json: false,
    errors: "text" as const,
    quiet: false,
    limitBytes: 1e7,
    limitNodes: 1e6,
    limitDepth: 1e4,
    limitMs: 1e6,
  };
  const options = { ...general, output: at(output), seed: 1, ...(frequencies !== undefined && { frequencies }) };
  const status = await trainKeywordModel(
    paths.map((path) => at(path)),
    options,
    console,
  );
  const text = await readFile(at(output), "utf8");
  return { status, said: said.join("\n"), text, model: readKeywordModel(text) };
}

describe("trainKeywordModel", () => {
  test("learns from declared keywords that the text has, and leaves out what is for research only", async () => {
    const { status, said, model } = await train(["sets"], "model.json");
    expect(status).toBe(Exit.Done);
    expect(said).toContain('The set "closed" is for research only: it is left out.');
    expect(said).toMatch(/10 pages read, 10 of them with keywords to learn from\n10 keywords, \d+ other phrases\n/);
    expect(said).toMatch(/\d+ s, \d+ MB of memory, model of \d+ KB$/m);
    expect(model.training).toMatchObject({ pages: 10, keywords: 10 });
    const page = parse(htmlOf("gravnik", 50));
    expect(findKeywords(page, { model, top: 1 })).toMatchObject([{ keyword: "gravnik" }]);
  });

  test("declared keywords are not evidence", async () => {
    const { model } = await train(["sets"], "model.json");
    expect(model.weights[model.features.indexOf("wholeKeyword")]).toBe(0);
    expect(model.weights[model.features.indexOf("metaKeywords")]).toBe(0);
  });

  test("gives the same bytes again, and others with other frequencies", async () => {
    const { text } = await train(["sets"], "model.json");
    expect((await train(["sets"], "again.json")).text).toBe(text);
    expect((await train(["sets"], "other.json", at("frequencies.json"))).text).not.toBe(text);
  });

  test("takes five pages of a host at most", async () => {
    expect((await train(["one-host.jsonl"], "model.json")).model.training).toMatchObject({ pages: 5 });
  });

  test("continues after a line that fails, and reports it", async () => {
    const { status, said, model } = await train(["broken.jsonl"], "model.json");
    expect(status).toBe(Exit.SomeFailed);
    expect(said).toContain("3 pages read, 2 of them with keywords to learn from, 1 pages failed");
    expect(model.training).toMatchObject({ pages: 2 });
  });

  test("refuses pages that declare nothing", async () => {
    await expect(train(["bare.jsonl"], "none.json")).rejects.toMatchObject({ code: "bad-input" });
  });
});
