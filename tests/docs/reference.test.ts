import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Exit } from "../../packages/dehusk/src/cli/exit-codes.ts";
import { startServe } from "../../packages/server/src/testing/start-serve.ts";
import { apiPage } from "../../tools/docs/api-page.ts";
import { codesOf, codesPage, exitMeanings } from "../../tools/docs/codes-page.ts";
import { httpPage, type OpenApi } from "../../tools/docs/http-page.ts";
import { root, subPaths } from "../testing/installed.ts";

/** The modules that users import, their pages and their sources. */
const modules = [
  [
    "dehusk",
    "One page: extract, detect, segment, parse. Runs in Node, browsers, workers and edge runtimes.",
    "dehusk/src/index.ts",
  ],
  ["dehusk/site", "What the pages of a site have in common.", "dehusk/src/exports/site.ts"],
  ["dehusk/incremental", "Templates of sites, learned one page at a time.", "dehusk/src/exports/incremental.ts"],
  ["dehusk/batch", "Many pages on all cores, into one output.", "dehusk/src/exports/batch.ts"],
  ["dehusk/corpus", "Files of many pages: reading, writing, fetching.", "dehusk/src/exports/corpus.ts"],
  ["dehusk/discover", "The pages of a site: sitemaps, feeds, links.", "dehusk/src/exports/discover.ts"],
  [
    "dehusk/things",
    "Posts, comments, products, recipes, events and questions of a page.",
    "dehusk/src/exports/things.ts",
  ],
  ["dehusk/apps", "Duplicates, keywords, classification.", "dehusk/src/exports/apps.ts"],
  ["dehusk/train", "Models of your own.", "dehusk/src/exports/train.ts"],
  ["dehusk/render", "Pages as Chromium renders them.", "dehusk/src/exports/render.ts"],
  ["@dehusk/server", "The HTTP service.", "server/src/index.ts"],
  ["@dehusk/cluster", "Batches on many machines.", "cluster/src/index.ts"],
  ["@dehusk/cluster/postgres", "Tables of sites in PostgreSQL.", "cluster/src/store/postgres-store.ts"],
  ["@dehusk/lab", "Measures and the papers' experiments.", "lab/src/index.ts"],
] as const;

const counts = { exports: 0, routes: 0, codes: 0, exitCodes: 0 };

afterAll(() => {
  const { exports, routes, codes, exitCodes } = counts;
  console.log(`${exports} exports, ${routes} routes, ${codes} codes and ${exitCodes} exit codes are in the reference`);
});

const pageOf = (module: string): string => `${module.replace("@", "").replaceAll("/", "-")}.md`;
const page = (name: string): string => join(root, "docs", "reference", name);

test.each(modules)("the reference of %s has every export", async (module, about, source) => {
  const { text, names } = apiPage(module, about, join(root, "packages", source));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(text).toContain(`\n### ${name}\n`);
  counts.exports += names.length;
  await expect(text).toMatchFileSnapshot(page(`api/${pageOf(module)}`));
});

test("every module that can be imported has a page", async () => {
  const covered = new Set<string>(modules.map(([module]) => module));
  // The same exports under other names, and what is for our own packages only.
  const others = [
    "dehusk/full",
    "dehusk/browser",
    "@dehusk/server/command",
    "@dehusk/server/mcp-command",
    "@dehusk/cluster/command",
    "@dehusk/lab/command",
  ];
  const known = (["dehusk", "server", "cluster", "lab"] as const).flatMap((name) =>
    subPaths(name).map((path) => join(name === "dehusk" ? name : `@dehusk/${name}`, path)),
  );
  expect(known.filter((name) => !covered.has(name) && !others.includes(name))).toEqual([]);
  const rows = modules.map(([module, about]) => `| [${module}](${pageOf(module)}) | ${about} |`);
  const text = `# Library\n\nEvery export of every package, generated from the sources. \`dehusk/full\` and \`dehusk/browser\` have the exports of\n\`dehusk\` ([which one](../../guide/browser.md)); \`dehusk/internal/*\` may change at any time.\n\n| module | |\n|---|---|\n${rows.join("\n")}\n`;
  await expect(text).toMatchFileSnapshot(page("api/index.md"));
});

test("the reference of the service has every route", async () => {
  const service = await startServe();
  try {
    const api = (await (await service.get("/openapi.json")).json()) as OpenApi;
    const { text, routes } = httpPage(api);
    expect(routes).toContain("POST /extract");
    for (const route of routes) expect(text).toContain(`## ${route}\n`);
    counts.routes = routes.length;
    await expect(text).toMatchFileSnapshot(page("http.md"));
  } finally {
    await service.stop();
  }
});

test("the page of codes has every error, warning and exit code", async () => {
  const errors = codesOf(join(root, "packages/dehusk/src/basics/dehusk-error.ts"), "ErrorCode");
  const warnings = codesOf(join(root, "packages/dehusk/src/basics/dehusk-error.ts"), "WarningCode");
  const service = codesOf(join(root, "packages/server/src/service-error.ts"), "ServiceCode");
  const text = codesPage(errors.list, warnings.list, service.list);
  for (const code of [...errors.codes, ...warnings.codes, ...service.codes]) expect(text).toContain(`\`${code}\``);
  for (const code of Object.values(Exit)) expect(text).toContain(`| ${code} | `);
  counts.codes = errors.codes.length + warnings.codes.length + service.codes.length;
  counts.exitCodes = Object.values(Exit).length;
  const commands = readFileSync(page("command-line.md"), "utf8");
  for (const [, list] of commands.matchAll(/^Exit codes: (.*)\.$/gm)) {
    for (const [code] of String(list).matchAll(/(?<=^|; )\d+/g)) expect(exitMeanings).toHaveProperty(code);
  }
  await expect(text).toMatchFileSnapshot(page("codes.md"));
});
