import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { main } from "dehusk/internal/cli";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

let folder: string;
let data: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-experiment-"));
  data = join(folder, "data");
  await writeData(data);
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

/** Runs a command in this process and returns its exit status and output. */
async function run(...args: string[]): Promise<{ status: number; stderr: string }> {
  let stderr = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
  const status = await main(["experiment", ...args]);
  return { status, stderr: stderr.replace(/^wrote .*\n/m, "") };
}

async function results(output: string): Promise<unknown> {
  expect((await readdir(output)).sort()).toEqual(["report.html", "results.json", "tables.md"]);
  expect(await readFile(join(output, "report.html"), "utf8")).toContain("<svg");
  return JSON.parse(await readFile(join(output, "results.json"), "utf8")) as unknown;
}

describe("dehusk experiment", () => {
  test("pagelevel-accuracy gives figures for each set, and the same bytes again", async () => {
    const output = join(folder, "accuracy");
    expect(await run("pagelevel-accuracy", "--data", data, "-o", output)).toEqual({ status: 0, stderr: "" });
    const first = await readFile(join(output, "results.json"), "utf8");
    const { sets } = (await results(output)) as { sets: Record<string, Record<string, unknown>> };
    expect(Object.keys(sets)).toEqual(["google-trends-2017", "krdwrd-canola", "l3s-gn1"]);
    for (const figures of Object.values(sets)) expect(figures).toMatchObject({ pages: 2, aligned: 1, known: 1 });
    await run("pagelevel-accuracy", "--data", data, "-o", output);
    expect(await readFile(join(output, "results.json"), "utf8")).toBe(first);
  });

  test("pagelevel-duplicates classifies pairs of real and of made pages", async () => {
    const output = join(folder, "duplicates");
    expect(await run("pagelevel-duplicates", "--data", data, "-o", output, "--limit", "5")).toEqual({
      status: 0,
      stderr: "",
    });
    const { real, made } = (await results(output)) as Record<string, Record<string, { pairs: number; right: object }>>;
    expect(real?.["duplicates"]?.pairs).toBe(4);
    // Four groups on two sites: six pairs of different groups on each.
    expect(real?.["nonDuplicates"]?.pairs).toBe(12);
    expect(made?.["duplicates"]?.pairs).toBe(5);
    expect(made?.["duplicates"]?.right).toMatchObject({ siteLevel: 5 });
    expect(made?.["nonDuplicates"]?.pairs).toBe(5);
  });

  test("segmentation-duplicates classifies the same pairs by segments", async () => {
    const output = join(folder, "segment-duplicates");
    const args = ["--data", data, "-o", output, "--limit", "5"];
    expect(await run("segmentation-duplicates", ...args)).toEqual({ status: 0, stderr: "" });
    const { real, made } = (await results(output)) as Record<string, Record<string, { pairs: number; right: object }>>;
    // The story is the largest segment of the real pages; in the made ones a menu of 300 words is.
    expect(real?.["duplicates"]).toMatchObject({ pairs: 4, right: { gcuts: 4, gcutsPage: 4 } });
    expect(real?.["nonDuplicates"]).toMatchObject({ pairs: 12, right: { gcuts: 12, gcutsPage: 12 } });
    expect(made?.["duplicates"]).toMatchObject({ pairs: 5, right: { site: 5, gcuts: 0, gcutsPage: 5 } });
    expect(made?.["nonDuplicates"]).toMatchObject({ pairs: 5, right: { site: 5, gcutsPage: 5 } });
    expect(await readFile(join(output, "tables.md"), "utf8")).toContain(
      "| content segments, GCuts | segment+page | 100.0 % (",
    );
  });

  test("pagelevel-classification learns from one site per topic and is tested on the others", async () => {
    const output = join(folder, "classification");
    expect((await run("pagelevel-classification", "--data", data, "-o", output)).status).toBe(0);
    const { asTheyAre, framed } = (await results(output)) as Record<
      string,
      { pairs: { topics: string[]; problems: number }[]; average: Record<string, number> }
    >;
    expect(asTheyAre?.pairs).toMatchObject([{ topics: ["camera", "job"], problems: 9 }]);
    expect(asTheyAre?.average["siteLevel"]).toBe(1);
    expect(framed?.pairs).toMatchObject([{ topics: ["camera", "job"], problems: 40 }]);
    expect(framed?.average["siteLevel"]).toBe(1);
    expect(framed?.average["frame"]).toBe(1);
  });

  test("blocks-accuracy finds templates on held-out sites, and compares with people", async () => {
    const output = join(folder, "blocks");
    expect(await run("blocks-accuracy", "--data", data, "-o", output)).toEqual({ status: 0, stderr: "" });
    const { samples, people } = (await results(output)) as {
      samples: Record<string, { sites: number; pages: number; classifiers: Record<string, Record<string, object>> }>;
      people: object[];
    };
    // Sites of eight and of six pages; each page has its site's menu and a story of its own.
    expect(samples["static-site"]).toMatchObject({ sites: 5, pages: 40 });
    expect(samples["swde"]).toMatchObject({ sites: 6, pages: 36 });
    for (const { sites, pages, classifiers } of Object.values(samples)) {
      expect(classifiers["rf"]?.["all"]).toMatchObject({ blocks: 2 * pages, templateShare: 0.5 });
      expect(classifiers["rf"]?.["texts"]).toMatchObject({ blocks: sites + pages });
      // Rows that are equal count once, too few for trees to grow.
      expect(classifiers["maxent"]?.["texts"]).toMatchObject({ averagePrecision: 1, error: 0 });
    }
    // Ten pages of one host: the story is all content, and nothing else is.
    expect(people).toMatchObject([{ set: "daniel", hosts: 1, pages: 10 }]);
    expect(people).toMatchObject([{ templates: { words: 1200, content: 0 }, others: { words: 2000, content: 2000 } }]);
  });

  test("--shipped chooses nothing: no merging, no penalties, no batch sizes, no folds", async () => {
    const shipped = async (name: string) => {
      const output = join(folder, `shipped-${name}`);
      expect(await run(name, "--data", data, "-o", output, "--shipped")).toEqual({ status: 0, stderr: "" });
      return { found: await results(output), tables: await readFile(join(output, "tables.md"), "utf8") };
    };
    const accuracy = await shipped("pagelevel-accuracy");
    const { sets } = accuracy.found as { sets: Record<string, { pages: number; nested?: object }> };
    for (const figures of Object.values(sets)) expect(figures).toMatchObject({ pages: 2 });
    for (const { nested } of Object.values(sets)) expect(nested).toBeUndefined();
    expect(accuracy.tables).not.toContain("Merge |");
    const blocks = await shipped("blocks-accuracy");
    // Every page is judged, not a sample of eight of each site.
    expect(blocks.found).toMatchObject({ pages: { swde: 36, "static-site": 40 } });
    expect(blocks.tables).toContain("Precision asked for and held");
    expect(blocks.tables).not.toContain("By fold");
  });

  test.each(["pagelevel-duplicates", "pagelevel-classification", "segmentation-duplicates", "incremental-clean"])(
    "%s refuses --shipped, as it has nothing else to measure",
    async (name) => {
      const { status, stderr } = await run(name, "--data", data, "-o", join(folder, "none"), "--shipped");
      expect(status).toBe(2);
      expect(stderr).toContain(`The experiment ${name} trains and chooses nothing`);
    },
  );

  test("fails without the data", async () => {
    const nowhere = join(folder, "nowhere");
    expect(await run("pagelevel-accuracy", "--data", nowhere, "-o", join(folder, "none"))).toEqual({
      status: 3,
      stderr: `error: The experiment cannot run: there is no data folder "${nowhere}".\n`,
    });
    const empty = join(folder, "empty");
    await mkdir(empty);
    const { status, stderr } = await run("pagelevel-duplicates", "--data", empty, "-o", join(folder, "none"));
    expect(status).toBe(3);
    expect(stderr).toMatch(/the data folder ".*" has no "duplicates\/same-content-groups\.jsonl\.br"\.\n$/);
    expect(await readdir(folder)).not.toContain("none");
  });

  test("refuses unknown names and options", async () => {
    expect(await run("no-such", "--data", data, "-o", folder)).toMatchObject({ status: 2 });
    expect(await run("pagelevel-accuracy", "--data", data)).toMatchObject({ status: 2 });
    expect(await run("pagelevel-accuracy", "--data", data, "-o", folder, "--limit", "0")).toMatchObject({ status: 2 });
  });

  test("says so when a data file is broken", async () => {
    const broken = join(folder, "broken");
    await writeData(broken);
    await writeFile(join(broken, "extraction", "l3s-gn1.jsonl.br"), "no Brotli");
    const { status, stderr } = await run("pagelevel-accuracy", "--data", broken, "-o", join(folder, "none"));
    expect(status).toBe(3);
    expect(stderr).toMatch(/^error: Cannot read .*l3s-gn1/);
  });
});

async function writeData(root: string): Promise<void> {
  const write = async (path: string, records: readonly object[]): Promise<void> => {
    await mkdir(join(root, path, ".."), { recursive: true });
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    await writeFile(join(root, path), brotliCompressSync(lines));
  };
  const wrappers = {
    "google-trends-2017": (text: string, content: boolean) =>
      `<span __boilernet_label="${content ? 1 : 0}">${text}</span>`,
    "krdwrd-canola": (text: string, content: boolean) => `<kw class="krdwrd-tag-${content ? 3 : 1}">${text}</kw>`,
    "l3s-gn1": (text: string, content: boolean) => `<span class="x-nc-sel${content ? 2 : 0}">${text}</span>`,
  };
  for (const [set, wrap] of Object.entries(wrappers)) {
    const records = [1, 2].map((number) => ({
      id: String(number),
      url: `https://news.example/${number}`,
      html: pageOf(menuOf("news"), storyOf(number), (text) => text),
      expectedHtml: pageOf(menuOf("news"), storyOf(number), wrap),
    }));
    await write(`extraction/${set}.jsonl.br`, records);
  }
  const articles = Array.from({ length: 10 }, (_, number) => ({
    id: String(number),
    url: `https://daily.example/${number}`,
    html: pageOf(menuOf("daily"), storyOf(number), (text) => text),
    text: storyOf(number),
  }));
  await write("extraction/daniel.jsonl.br", articles);
  const groups = [1, 2, 3, 4].map((number) => ({
    id: `group ${number}`,
    members: ["one", "two"].map((site) => ({
      site,
      url: `https://${site}.example/${number}`,
      html: pageOf(menuOf(site, 5), storyOf(number, 400), (text) => text),
    })),
  }));
  await write("duplicates/same-content-groups.jsonl.br", groups);
  const list: object[] = [];
  for (const [number, site] of Object.entries(["alpha", "beta", "gamma", "delta", "epsilon"])) {
    const pages = Array.from({ length: 8 }, (_, i) => sitePage(site, 100 * Number(number) + i));
    await write(`sites/${site}.jsonl.br`, pages);
    list.push({ site, file: `${site}.jsonl.br`, family: "static-site" });
  }
  for (const topic of ["camera", "job"]) {
    for (const shop of ["red", "blue", "green"]) {
      const site = `${topic}-${shop}`;
      const pages = Array.from({ length: 6 }, (_, i) => sitePage(site, i, `${topic} `.repeat(20)));
      await write(`sites/${site}.jsonl.br`, pages);
      list.push({ site, file: `${site}.jsonl.br`, family: "swde", topic });
    }
  }
  await writeFile(join(root, "sites", "index.json"), JSON.stringify({ list }));
}

function sitePage(site: string, number: number, words = ""): object {
  const html = pageOf(menuOf(site, 150), `${words}${storyOf(number)}`, (text) => text);
  return { id: String(number), url: `https://${site}.example/${number}`, html };
}

function pageOf(menu: readonly string[], story: string, wrap: (text: string, content: boolean) => string): string {
  const items = menu.map((item) => `<li><a href="/${item}">${wrap(`${item} page`, false)}</a></li>`).join("");
  return (
    `<!doctype html><title>page</title><div id="menu"><ul>${items}</ul></div>` +
    `<div id="story"><p>${wrap(story, true)}</p></div>`
  );
}

function menuOf(site: string, length = 60): string[] {
  return Array.from({ length }, (_, i) => `${site}${i}`);
}

function storyOf(number: number, length = 200): string {
  return Array.from({ length }, (_, i) => `w${(number * 7919 + i * i * 31) % 9973}`).join(" ");
}
