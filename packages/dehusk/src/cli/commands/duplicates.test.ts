import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { framedPage, storyOf } from "../testing/framed-pages.ts";
import { runDehusk } from "../testing/run-dehusk.ts";

const sites = ["alpha", "beta"];
const stories = [0, 1, 2, 3, 4];

interface Answer {
  readonly version: number;
  readonly pages: number;
  readonly groups: readonly { members: { id: string; url: string | null }[]; matches: number; similarity: number }[];
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-duplicates-"));
  const lines: string[] = [];
  for (const site of sites) {
    await mkdir(join(folder, "pages", site), { recursive: true });
    for (const number of stories) {
      const html = framedPage(site, storyOf("river", number));
      await writeFile(join(folder, "pages", site, `${number}.html`), html);
      lines.push(JSON.stringify({ id: `${site}-${number}`, url: `https://${site}.example/${number}`, html }));
    }
  }
  await writeFile(join(folder, "pages.jsonl"), lines.join("\n"));
  await writeFile(join(folder, "broken.jsonl"), `${lines[0]}\nnot JSON\n${lines[5]}\n`);
  await writeFile(join(folder, "short-menus.jsonl"), underMenus(12));
  await writeFile(join(folder, "long-menus.jsonl"), underMenus(200));
  await writeFile(join(folder, "nothing.jsonl"), "\n");
  await mkdir(join(folder, "empty-pages"));
  for (const name of ["a", "b"]) await writeFile(join(folder, "empty-pages", `${name}.html`), "<p>…</p>");
});
afterAll(() => rm(folder, { recursive: true }));

/** Two sites with one story, and another story on the first, as JSON lines; menus have this many links of three words. */
function underMenus(menu: number): string {
  const pages = [...sites, "alpha"].map((site, k) => {
    const number = k === 2 ? 1 : 0;
    const links = Array.from({ length: menu }, (_, i) => `<li><a href="/${i}">${site} section ${i}</a></li>`).join("");
    const html = `<title>${site}</title><nav><ul>${links}</ul></nav><main><p>${storyOf("river", number)}</p></main>`;
    return JSON.stringify({ id: `${site}-${number}`, url: `https://${site}.example/${number}`, html });
  });
  return pages.join("\n");
}

async function groupsOf(...args: string[]): Promise<string[][]> {
  const { stdout, status } = await runDehusk(["duplicates", ...args, "--format", "json", "--quiet"], "", folder);
  expect(status).toBe(0);
  return (JSON.parse(stdout) as Answer).groups.map(({ members }) => members.map(({ id }) => id).sort());
}

describe("dehusk duplicates", () => {
  const pairs = stories.map((number) => [`alpha-${number}`, `beta-${number}`]);

  test("finds the same story in two frames, after removing what the pages' hosts share", async () => {
    expect(await groupsOf("pages.jsonl", "--clean", "site")).toEqual(pairs);
  });

  test("finds it by looking at each page alone", async () => {
    expect(await groupsOf("pages.jsonl", "--clean", "page")).toEqual(pairs);
  });

  test("finds it in the largest segment if that is the story, and in the segments that are content", async () => {
    const story = [["alpha-0", "beta-0"]];
    expect(await groupsOf("short-menus.jsonl", "--clean", "segment")).toEqual(story);
    expect(await groupsOf("long-menus.jsonl", "--clean", "segment")).toEqual([["alpha-0", "alpha-1"]]);
    expect(await groupsOf("long-menus.jsonl", "--clean", "segment+page")).toEqual(story);
  });

  test("takes frames for content when nothing is cleaned", async () => {
    expect(await groupsOf("pages.jsonl", "--clean", "none")).not.toEqual(pairs);
  });

  test("takes templates from a file", async () => {
    const site = await runDehusk(["site", "pages/alpha", "-o", "alpha.json", "--quiet"], "", folder);
    expect(site.status).toBe(0);
    expect(await groupsOf("pages/alpha", "--clean", "site", "--site", "alpha.json")).toEqual([]);
  });

  test("writes JSON as documented, and the same each time", async () => {
    const args = ["duplicates", "pages.jsonl", "--clean", "site", "--format", "json"];
    const run = await runDehusk(args, "", folder);
    expect(run.stderr).toBe("10 pages, 10 of them in 5 groups of duplicates\n");
    const answer = JSON.parse(run.stdout) as Answer;
    expect(answer).toMatchObject({ version: 1, pages: 10 });
    expect(answer.groups[0]).toEqual({
      members: [
        { id: "alpha-0", url: "https://alpha.example/0" },
        { id: "beta-0", url: "https://beta.example/0" },
      ],
      matches: 8,
      similarity: 1,
    });
    expect((await runDehusk([...args, "-o", "out.json"], "", folder)).stdout).toBe("");
    expect(await readFile(join(folder, "out.json"), "utf8")).toBe(run.stdout);
  });

  test("writes a table", async () => {
    const { stdout } = await runDehusk(["duplicates", "pages.jsonl", "--clean", "site"], "", folder);
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      "group  matches   alike  page",
      "    1      8.0   100 %  alpha-0  https://alpha.example/0",
      "    1      8.0   100 %  beta-0  https://beta.example/0",
    ]);
  });

  test("pages without words are not duplicates", async () => {
    const run = await runDehusk(["duplicates", "empty-pages", "--clean", "none"], "", folder);
    expect(run).toEqual({ status: 0, stdout: "group  matches   alike  page\n", stderr: "2 pages, no duplicates\n" });
  });

  test("goes on after a page that fails, and says which", async () => {
    const run = await runDehusk(["duplicates", "broken.jsonl", "--format", "json", "--clean", "site"], "", folder);
    expect(run.status).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({ pages: 2 });
    expect(run.stderr.match(/error: broken\.jsonl:2: /g)).toHaveLength(1);
  });

  test("exit codes", async () => {
    const status = async (...args: string[]) => (await runDehusk(["duplicates", ...args], "<p>a", folder)).status;
    expect(await status()).toBe(2);
    expect(await status("pages", "--clean", "soap")).toBe(2);
    expect(await status("pages", "--match", "9")).toBe(2);
    expect(await status("pages", "--shingle", "few")).toBe(2);
    expect(await status("pages", "--clean", "none", "--site", "alpha.json")).toBe(2);
    expect(await status("pages", "--clean", "page", "--site", "alpha.json")).toBe(0);
    expect(await status("pages", "--clean", "blocks")).toBe(0);
    expect(await status("pages", "--clean", "blocks", "--site", "alpha.json")).toBe(2);
    expect(await status("pages", "--clean", "segment", "--site", "alpha.json")).toBe(2);
    expect(await status("pages", "--clean", "segment+page", "--site", "alpha.json")).toBe(0);
    expect(await status("-", "--clean", "site")).toBe(2);
    expect(await status("missing")).toBe(3);
    expect(await status("nothing.jsonl")).toBe(3);
    expect(await status("pages", "--clean", "site", "--site", "missing.json")).toBe(3);
    expect(await status("pages", "--limit-nodes", "2")).toBe(4);
    expect(await status("pages", "--clean", "site", "--site", "pages.jsonl")).toBe(5);
  });

  test("its help names all options and gives examples", async () => {
    const { stdout, status } = await runDehusk(["duplicates", "--help"]);
    expect(status).toBe(0);
    for (const part of "--clean segment+page --site --shingle --keep --match --format --output Examples: crawl.jsonl.gz".split(
      " ",
    )) {
      expect(stdout).toContain(part);
    }
  });
});
