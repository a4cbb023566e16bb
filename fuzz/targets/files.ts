import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { extract } from "dehusk";
import { openModelFile } from "dehusk/batch";
import { readPages } from "dehusk/corpus";
import { DehuskError } from "dehusk/internal/basics";
import { parse } from "dehusk/internal/page";
import { readTemplates, SiteBuilder, writeTemplates } from "dehusk/internal/site";
import { makeResponse } from "../../packages/dehusk/src/corpus/testing/make-warc.ts";
import { zipOf } from "../../packages/dehusk/src/corpus/testing/make-zip.ts";
import type { Find } from "../find.ts";
import { HtmlGrammar } from "../grammars/html.ts";
import { mutateBytes, mutateText } from "../mutate.ts";
import type { Random } from "../random.ts";
import { attempt, checkStrings, type Target, thrown } from "../target.ts";

/** A folder of its own for the time of a call. */
async function inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "dehusk-fuzz-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function smallPage(random: Random): string {
  return new HtmlGrammar(random).page().slice(0, 2000);
}

/** Damaged web archives: every record is read, or said to be unreadable, and reading ends. */
export const archives: Target = {
  name: "archives",
  run(random) {
    return inFolder(async (folder) => {
      const finds: Find[] = [];
      const records = random.many(1, 3, () => makeResponse("https://example.org/a", smallPage(random)));
      const kind = random.pick([".warc", ".warc.gz", ".wacz", ".jsonl", ".jsonl.gz"]);
      let file: Uint8Array = Buffer.concat(records);
      if (kind === ".warc.gz") file = Buffer.concat(records.map((record) => gzipSync(record)));
      if (kind === ".wacz") {
        file = await zipOf({
          "datapackage.json": { bytes: '{"profile":"data-package","resources":[]}' },
          "archive/data.warc.gz": { bytes: Buffer.concat(records.map((record) => gzipSync(record))) },
        });
      }
      if (kind.startsWith(".jsonl")) {
        const lines = random.many(1, 4, () => mutateText(JSON.stringify({ id: "a", html: smallPage(random) }), random));
        file = Buffer.from(lines.join("\n"));
        if (kind.endsWith(".gz")) file = gzipSync(file);
      }
      const path = join(folder, `a${kind}`);
      await writeFile(path, mutateBytes(file, random));
      try {
        for await (const page of readPages([path])) checkStrings(finds, page.error ?? null);
      } catch (error) {
        if (!(error instanceof DehuskError)) finds.push(thrown(error));
      }
      return finds;
    });
  },
};

let templates: string | undefined;

/** Damaged files of templates are refused with a sentence, or used. */
export const templateFiles: Target = {
  name: "templates",
  run(random) {
    const finds: Find[] = [];
    templates ??= sampleTemplates();
    const text = mutateText(templates, random);
    const read = attempt(finds, () => readTemplates(text));
    if (read !== undefined) attempt(finds, () => writeTemplates(read));
    return finds;
  },
};

function sampleTemplates(): string {
  const builder = new SiteBuilder();
  for (let i = 0; i < 5; i++) {
    builder.add(
      parse(`<ul><li><a href=/>Home</a><li>About</ul><p>Text number ${i} of this page.</p><p>All rights reserved</p>`),
    );
  }
  return writeTemplates(builder.finish());
}

let model: string | undefined;

/** Damaged models are refused with a sentence, or used. */
export const modelFiles: Target = {
  name: "models",
  run(random) {
    return inFolder(async (folder) => {
      const finds: Find[] = [];
      model ??= await readFile(join("packages", "dehusk", "models", "page-level.json"), "utf8");
      const path = join(folder, "model.json");
      await writeFile(path, mutateText(model, random));
      try {
        const opened = await openModelFile(path);
        extract("<nav><a href=/>Home</a></nav><p>Some words of text in a paragraph.</p>", { model: opened });
      } catch (error) {
        if (!(error instanceof DehuskError)) finds.push(thrown(error));
      }
      return finds;
    });
  },
};
