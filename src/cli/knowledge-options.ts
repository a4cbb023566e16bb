import type { Command } from "commander";
import { type PageLevelModel, readPageLevelModel } from "../detect/index.ts";
import { readTemplates, type SiteTemplates } from "../site/index.ts";
import { readModelFile } from "./read-model-file.ts";

/** Files with what a command knows beforehand. */
export interface KnowledgeOptions {
  readonly model?: string;
  readonly site?: string;
}

export interface Knowledge {
  readonly model: PageLevelModel | undefined;
  readonly site: SiteTemplates | undefined;
}

export function addKnowledgeOptions(command: Command): Command {
  return command
    .option("--model <file>", "a page-level model made by dehusk train, instead of the one that comes with dehusk")
    .option("--site <file>", "the templates of the page's site, found by dehusk site");
}

/** @throws DehuskError `unreadable`, `bad-model`. */
export async function readKnowledge({ model, site }: KnowledgeOptions): Promise<Knowledge> {
  return {
    model: model === undefined ? undefined : readPageLevelModel(await readModelFile(model)),
    site: site === undefined ? undefined : readTemplates(await readModelFile(site)),
  };
}
