import { type Command, Option } from "commander";
import { DehuskError } from "../../basics/index.ts";
import { type FoundPage, readPages } from "../../corpus/index.ts";
import { isText, parse } from "../../page/index.ts";
import {
  type Canonical,
  canonicals,
  SiteBuilder,
  type SiteTemplates,
  templateNodes,
  writeTemplates,
} from "../../site/index.ts";
import { attempt } from "../attempt.ts";
import { Exit, exitFor } from "../exit-codes.ts";
import { PageSample } from "../input/page-sample.ts";
import { addGeneralOptions, type GeneralOptions, limitsOf } from "../options/general-options.ts";
import { share, wholeNumber } from "../options/option-values.ts";
import { type Console, createConsole } from "../output/console.ts";
import { createPageStatus } from "../output/page-status.ts";
import { writeOutput } from "../output/write-output.ts";

interface SiteCommandOptions extends GeneralOptions {
  readonly output?: string;
  readonly theta: number;
  readonly coverage: number;
  readonly minimumPages: number;
  readonly canonical: Canonical;
}

const help = `
Inputs: pages of one site, as HTML files, folders of them, .jsonl, .jsonl.gz or .jsonl.br (lines {id?, url?, html}),
"-" for standard input.

--canonical says what is compared: "standard" is tags, text and pictures; "links" is that and where links lead; "exact"
is all of the HTML; "text" is the text alone.

Examples:
  dehusk site saved-pages/ -o templates.json
  dehusk site crawl.jsonl.gz --theta 0.2 > templates.json

Exit codes: 0 done, 1 some pages failed, 2 wrong usage, 3 input unreadable, 4 limit reached.`;

/** Adds `dehusk site`. */
export function addSiteCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("site")
    .description("find what the pages of one site have in common: its templates")
    .argument("<inputs...>", "HTML files, folders, files of JSON lines, or - for standard input")
    .option("-o, --output <path>", "write the templates to a file")
    .option("--theta <share>", "a node on more than this share of the pages is a template", share, 0.1)
    .option("--coverage <share>", "so is one with more than this share of its HTML in templates", share, 0.85)
    .option("--minimum-pages <n>", "fewest pages that a template is on", wholeNumber, 3)
    .addOption(new Option("--canonical <what>", "what is compared").choices([...canonicals]).default(canonicals[0]))
    .addHelpText("after", help);
  addGeneralOptions(command).action(async (paths: string[], options: SiteCommandOptions) => {
    setExit(await run(paths, options));
  });
}

async function run(paths: readonly string[], options: SiteCommandOptions): Promise<number> {
  const console = createConsole(options);
  return attempt(console, () => findTemplates(paths, options, console));
}

async function findTemplates(paths: readonly string[], options: SiteCommandOptions, console: Console): Promise<number> {
  const { theta, coverage, minimumPages, canonical, limitBytes } = options;
  const limits = limitsOf(options);
  const builder = new SiteBuilder({ theta, coverage, minimumPages, canonical });
  const sample = new PageSample();
  const status = createPageStatus(console);
  let failed = 0;
  let failure: DehuskError | undefined;
  for await (const record of readPages(paths, { limitBytes })) {
    try {
      if (record.error !== undefined) throw record.error;
      builder.add(parse(record.html, { url: record.url, encoding: record.encoding, limits }));
      sample.add(record);
      status(builder.pages);
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
  const text = writeTemplates(templates);
  await writeOutput(options.output, text);
  console.note(summaryOf(builder, templates, sample.pages, failed));
  return failed > 0 ? Exit.SomeFailed : Exit.Done;
}

function noPages(paths: readonly string[], console: Console): number {
  console.error(new DehuskError("unreadable", `There is no page in ${paths.map((path) => `"${path}"`).join(", ")}.`));
  return Exit.Unreadable;
}

function summaryOf(
  builder: SiteBuilder,
  templates: SiteTemplates,
  sample: readonly FoundPage[],
  failed: number,
): string {
  const parts = [`${builder.pages} pages`];
  if (builder.copies > 0) parts.push(`${builder.copies} copies left out`);
  if (failed > 0) parts.push(`${failed} failed`);
  parts.push(`${templates.templates.length} templates`);
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
