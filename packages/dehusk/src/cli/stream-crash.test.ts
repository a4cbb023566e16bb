import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "../../../cluster/src/testing/postgres-server.ts";
import { openStore, TemplateStream } from "../incremental/index.ts";
import { seededRandom } from "../learn/index.ts";
import { program, runDehusk } from "./testing/run-dehusk.ts";

const kills = Number(process.env["DEHUSK_KILLS"] ?? 10);
const pages = 2000;

let folder: string;
let postgres: TestPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-crash-"));
  await writeFile(join(folder, "pages.jsonl"), Array.from({ length: pages }, (_, i) => lineOf(i)).join(""));
  postgres = await startPostgres();
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

/** Pages of three sites in turn, every hundredth no page at all. */
function lineOf(number: number): string {
  if (number % 100 === 99) return "{ this is no JSON\n";
  const site = `https://${["a", "b", "c"][number % 3]}.example/${number}`;
  const html = `<ul><li>Home<li>News<li>Section ${number % 7}</ul><h1>Story ${number}</h1><p>What page ${number} tells.<footer>Imprint</footer>`;
  return `${JSON.stringify({ id: `p${number}`, url: site, html })}\n`;
}

/** All that a store knows. */
async function contentOf(place: string): Promise<unknown> {
  const stream = await TemplateStream.open({ store: await openStore(place) });
  const tables: unknown[] = [];
  for (const site of await stream.sites()) {
    const table = await stream.table(site);
    tables.push([site, table.pages, table.counts, table.history.points, table.segments()]);
  }
  await stream.close();
  return tables;
}

/** Runs the command until it ends, or kills it some time after its output has grown. Whether it was killed. */
async function runAndKill(args: readonly string[], output: string, random: () => number): Promise<boolean> {
  const before = sizeOf(output);
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: "ignore" });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  // Mostly in the midst of pages; now and then while it starts.
  if (random() < 0.2) await Promise.race([ended, setTimeout(random() * 400)]);
  else {
    while (child.exitCode === null && sizeOf(output) === before) await setTimeout(1);
    await Promise.race([ended, setTimeout(random() * 40)]);
  }
  child.kill("SIGKILL");
  const status = await ended;
  // 1: some records failed, as they should.
  expect([null, 1]).toContain(status);
  return status === null;
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

describe("dehusk stream, killed and resumed", () => {
  test.each(["disk", "postgres"])(
    `%s: after ${kills} kills, tables and output are those of a run that nobody disturbed`,
    async (kind) => {
      const newPlace = async (name: string): Promise<string> =>
        kind === "disk" ? join(folder, name) : postgres.newPlace();
      const random = seededRandom(kind === "disk" ? 5 : 6);
      const whole = await newPlace("whole");
      const run = await runDehusk(["stream", "pages.jsonl", "-q", "-s", whole, "-o", `${kind}.jsonl`], "", folder);
      expect(run).toMatchObject({ status: 1, stdout: "" });
      const tables = await contentOf(whole);
      const lines = (await readFile(join(folder, `${kind}.jsonl`), "utf8")).split("\n");
      expect(lines.length).toBe(pages + 1);
      let killed = 0;
      // A run that ends before there were enough kills is checked, then another begins.
      for (let round = 1; killed < kills; round++) {
        const place = await newPlace(`round-${round}`);
        const output = join(folder, `${kind}-${round}.jsonl`);
        const args = ["stream", "pages.jsonl", "-q", "-s", place, "-o", output, "--resume"];
        while (killed < kills && (await runAndKill(args, output, random))) killed++;
        expect((await runDehusk(args, "", folder)).status).toBe(1);
        const found = (await readFile(output, "utf8")).split("\n");
        // Not the texts as a whole: nobody reads a difference of a megabyte.
        expect(found.findIndex((line, i) => line !== lines[i])).toBe(-1);
        expect(found.length).toBe(lines.length);
        expect(await contentOf(place)).toEqual(tables);
      }
    },
    300_000 + 20_000 * kills,
  );
});
