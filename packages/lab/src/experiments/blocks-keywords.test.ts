import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { madeUpSite } from "../../../dehusk/src/detect/testing/made-up-sites.ts";
import { writeReport } from "../report/write-report.ts";
import { runExperiment } from "../run-experiment.ts";
import { configurations } from "./keyword-configurations.ts";
import { keywordsIn, siteDomain } from "./keyword-pages.ts";

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "dehusk-blocks-keywords-"));
  await writeData();
});
afterAll(() => rm(data, { recursive: true }));

/**
 * A page of a generated site that declares the first word of its headline, the site's name, and a word it does not
 * contain.
 */
function declaring(site: number, number: number): { html: string; url: string; keyword: string } {
  const { name, html } = madeUpSite(site);
  const page = html(number);
  const keyword = /<h1>(\w+)/.exec(page)?.[1] ?? "";
  const head = `<meta name="keywords" content="${keyword}, ${name}, absent">`;
  return { html: page.replace("<title>", `${head}<title>`), url: `https://${name}.example/${number}`, keyword };
}

async function write(path: string, records: readonly object[]): Promise<void> {
  await mkdir(join(data, path, ".."), { recursive: true });
  const lines = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  await writeFile(join(data, path), brotliCompressSync(lines));
}

const eight = [0, 1, 2, 3, 4, 5, 6, 7];

/** Twelve sites to train blocks on, two to test; five hosts of two pages to train keywords on, and sets to test. */
async function writeData(): Promise<void> {
  const list: object[] = [];
  const addSite = async (site: number, pages: readonly object[]): Promise<void> => {
    await write(`sites/${site}.jsonl.br`, pages);
    list.push({ site: String(100 + site), file: `${site}.jsonl.br`, family: "static-site" });
  };
  for (let site = 0; site < 12; site++)
    await addSite(
      site,
      eight.map((page) => ({ html: madeUpSite(site).html(page) })),
    );
  for (const site of [20, 21, 22])
    await addSite(
      site,
      eight.map((page) => declaring(site, page)),
    );
  await writeFile(join(data, "sites", "index.json"), JSON.stringify({ list }));
  const learned = [30, 31, 32, 33, 34].flatMap((site) => [declaring(site, 0), declaring(site, 1)]);
  const { html } = declaring(35, 0);
  await write("extraction/open.jsonl.br", [...learned, declaring(20, 9), declaring(40, 9), { html }]);
  await write("extraction/closed.jsonl.br", [declaring(36, 0)]);
  await writeFile(join(data, "extraction", "closed.md"), "For research use only.");
  const labelled = (site: number) => ({ ...declaring(site, 0), text: `A word on ${declaring(site, 0).keyword}.` });
  await write("extraction/daniel.jsonl.br", [labelled(40), labelled(41)]);
  await write("extraction/crawl-to-the-future.jsonl.br", [labelled(42), { ...labelled(43), text: "Nothing." }]);
  const tagged = { ...declaring(50, 0), meta: { keywords: [declaring(50, 0).keyword, "absent"] } };
  await write("extraction/trafilatura-eval.jsonl.br", [tagged, { ...tagged, meta: {} }]);
}

interface Results {
  readonly sitesLearned: number;
  readonly sitesTried: readonly string[];
  readonly trainingPages: number;
  readonly domains: Record<
    string,
    { wordsLeft: number; truths: Record<string, { pages: number; scores: Record<string, object> }> }
  >;
}

describe("blocks-keywords", () => {
  test("tests every configuration on pages of sites not trained on", async () => {
    const outcome = await runExperiment("blocks-keywords", { data });
    if (!("report" in outcome)) throw new Error(outcome.skipped);
    const results = outcome.report.results as unknown as Results;
    // Every second site with keywords of its own is tested, the others are trained on.
    expect(results).toMatchObject({ sitesTried: ["120", "122"], sitesLearned: 13 });
    // One page of each of five hosts: no second one, none of a tested host, without address, or restricted.
    expect(results.trainingPages).toBe(5);
    const { sites, news, tags } = results.domains;
    expect(sites?.wordsLeft).toBeLessThan(1);
    expect(sites?.truths).toMatchObject({ page: { pages: 16 }, content: { pages: 16 } });
    expect(news?.truths).toMatchObject({ page: { pages: 4 }, content: { pages: 3 } });
    expect(Object.entries(tags?.truths ?? {})).toMatchObject([["tags", { pages: 1 }]]);
    expect(Object.keys(sites?.truths["page"]?.scores ?? {})).toEqual(configurations);
    const again = await runExperiment("blocks-keywords", { data });
    if (!("report" in again)) throw new Error(again.skipped);
    expect(writeReport(again.report)).toEqual(writeReport(outcome.report));
    expect(writeReport(outcome.report)["tables.md"]).not.toContain("NaN");
  });

  test("is skipped if a set is missing", async () => {
    const outcome = await runExperiment("blocks-keywords", { data: join(data, "sites") });
    expect(outcome).toMatchObject({ skipped: expect.stringContaining('has no "sites/index.json"') });
  });
});

describe("truth", () => {
  test("keywordsIn finds whole words, in any case and once", () => {
    const text = "Solar-panels on the roof, and a SOLAR sail";
    expect(keywordsIn(text, ["solar panels", "Solar", "solar", "pan", "roofs", ""])).toEqual(["solar panels", "solar"]);
    expect(keywordsIn("a b c d e f", ["a b c d e", "a b c d e f"])).toEqual(["a b c d e"]);
  });

  test("keywords of a site, and words of its menu, are not keywords of a page's content", async () => {
    const pages = eight.map((number) => ({
      url: `https://menu.example/${number}`,
      html: `<meta name=keywords content="menu, own${number}, shared, later${(number + 1) % 8}"><ul><li>The menu of all pages has
        later0 later1 later2 later3 later4 later5 later6 later7</ul><p>This is own${number}, shared by a few words.`,
    }));
    await write("sites/menu.jsonl.br", pages);
    const domain = siteDomain(data, [{ site: "menu", file: "menu.jsonl.br", family: "" }], 8);
    const truths = [];
    for await (const page of domain.pages()) truths.push(page.truths);
    expect(truths).toHaveLength(8);
    expect(truths[0]).toEqual({ page: ["menu", "own0", "shared", "later1"], content: ["own0"] });
  });
});
