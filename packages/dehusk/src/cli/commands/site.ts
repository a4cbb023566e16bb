import { counted, DehuskError } from "../../basics/index.ts";
import { type FoundPage, readPages } from "../../corpus/index.ts";
import type { OptionValues } from "../../options/index.ts";
import { isText, parse, siteOf } from "../../page/index.ts";
import { canonicals, SiteBuilder, type SiteTemplates, templateNodes, writeTemplates } from "../../site/index.ts";
import { type CommandCall, defineCommand } from "../command.ts";
import { Exit, exitFor, usualExits } from "../exit-codes.ts";
import { PageSample } from "../input/page-sample.ts";
import { generalOptions, limitsOf } from "../options/general-options.ts";
import { outputOption } from "../options/shared-options.ts";
import type { Console } from "../output/console.ts";
import { createPageStatus } from "../output/page-status.ts";
import { writeOutput } from "../output/write-output.ts";

const options = {
  output: outputOption,
  theta: {
    type: "number",
    min: 0,
    max: 1,
    default: 0.1,
    value: "share",
    help: "a node on more than this share of the pages is a template",
  },
  coverage: {
    type: "number",
    min: 0,
    max: 1,
    default: 0.85,
    value: "share",
    help: "so is a node with more than this share of its HTML in templates",
  },
  minimumPages: { type: "integer", min: 1, default: 3, value: "n", help: "minimum number of pages with a template" },
  spareMixed: {
    type: "boolean",
    default: true,
    help: "spare repeated words in paragraphs that do not repeat",
  },
  canonical: {
    type: "choice",
    of: canonicals,
    default: "standard",
    value: "what",
    help: "what to compare: see below",
  },
  ...generalOptions,
} as const;

type SiteCommandOptions = OptionValues<typeof options>;

/** `dehusk site`. */
export const command = defineCommand({
  inputs: {
    name: "inputs",
    many: true,
    required: true,
    help: "HTML files, folders, files of JSON lines, or - for standard input",
  },
  options,
  details: `
Inputs: pages of one site, as HTML files, folders of them, .jsonl, .jsonl.gz or .jsonl.br (lines {id?, url?, html}),
"-" for standard input.

--canonical standard  compares tags, text and pictures
--canonical links     also the targets of links
--canonical exact     all of the HTML
--canonical text      the text alone`,
  examples: ["dehusk site saved-pages/ -o templates.json", "dehusk site crawl.jsonl.gz --theta 0.2 > templates.json"],
  exits: { ...usualExits, 1: "some pages failed" },
  run,
});

async function run({ inputs: paths, options, console }: CommandCall<SiteCommandOptions>): Promise<number> {
  const { theta, coverage, minimumPages, spareMixed, canonical, limitBytes } = options;
  const limits = limitsOf(options);
  const builder = new SiteBuilder({ theta, coverage, minimumPages, spareMixed, canonical });
  const sample = new PageSample();
  const hosts = new Set<string>();
  const status = createPageStatus(console);
  let failed = 0;
  let failure: DehuskError | undefined;
  for await (const record of readPages(paths, { limitBytes, onProgress: status.onRead })) {
    try {
      if (record.error !== undefined) throw record.error;
      const page = parse(record.html, { url: record.url, encoding: record.encoding, limits });
      builder.add(page);
      if (page.url !== undefined) hosts.add(siteOf(page));
      sample.add(record);
      status.onPage(builder.pages);
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      failed++;
      failure = error;
      console.error(error, record.id);
    }
  }
  console.endProgress();
  if (builder.pages === 0) return failure === undefined ? noPages(paths, console) : exitFor(failure.code);
  const templates = builder.finish();
  if (builder.pages < minimumPages) {
    console.warn(
      `Templates are what at least ${minimumPages} pages have in common (--minimum-pages), and there ${builder.pages === 1 ? "is" : "are"} only ${builder.pages}.`,
    );
  }
  if (hosts.size > 1) {
    const [first, second] = hosts;
    console.warn(
      `The pages are from ${hosts.size} hosts, such as ${first} and ${second}; templates are those of one site.`,
    );
  }
  const text = writeTemplates(templates);
  await writeOutput(options.output, text, console, summaryOf(builder, templates, sample.pages, failed));
  return failed > 0 ? Exit.SomeFailed : Exit.Done;
}

function noPages(paths: readonly string[], console: Console): number {
  console.error(new DehuskError("unreadable", `There are no pages in ${paths.map((path) => `"${path}"`).join(", ")}.`));
  return Exit.Unreadable;
}

function summaryOf(
  builder: SiteBuilder,
  templates: SiteTemplates,
  sample: readonly FoundPage[],
  failed: number,
): string {
  const parts = [counted(builder.pages, "page")];
  if (builder.copies > 0) parts.push(`${builder.copies} copies left out`);
  if (failed > 0) parts.push(`${failed} failed`);
  parts.push(counted(templates.templates.length, "template"));
  const inTemplates = `${Math.round(100 * templateShare(sample, templates))} % of the text is in templates`;
  parts.push(sample.length < builder.pages ? `${inTemplates} (on ${sample.length} pages)` : inTemplates);
  return parts.join(", ");
}

/** The share of the pages' text that is in templates. */
function templateShare(sample: readonly FoundPage[], templates: SiteTemplates): number {
  let inTemplates = 0;
  let all = 0;
  for (const { html, url, encoding } of sample) {
    const page = parse(html, { url, encoding });
    const marks = templateNodes(page, templates);
    const { characters } = page.sums;
    all += characters[page.size] as number;
    for (let i = 0; i < page.size; i++) {
      if (marks[i] !== 0 && isText(page, i)) inTemplates += (characters[i + 1] as number) - (characters[i] as number);
    }
  }
  return all === 0 ? 0 : inTemplates / all;
}
