import type { Command } from "commander";
import { type DetectionModel, pageLevelModel, readContentModel, readPageLevelModel } from "../detect/index.ts";
import { DehuskError, isRecord, showValue } from "../page/index.ts";
import { readTemplates, type SiteTemplates } from "../site/index.ts";
import { readModelFile } from "./read-model-file.ts";

/** Files with what a command knows beforehand. */
export interface KnowledgeOptions {
  readonly model?: string;
  readonly site?: string;
}

export interface Knowledge {
  /** Undefined for the default. */
  readonly model: DetectionModel | undefined;
  readonly site: SiteTemplates | undefined;
}

/** Models that come with dehusk, by the names that `--model` takes in place of a file. */
const shippedModels: ReadonlyMap<string, DetectionModel | undefined> = new Map([
  ["default", undefined],
  ["page-level", pageLevelModel],
]);

export function addKnowledgeOptions(command: Command): Command {
  return command
    .option(
      "--model <name or file>",
      'what decides: "default", "page-level" (the paper\'s model, trained without labels), or the file of a model made by ' +
        "dehusk train",
    )
    .option("--site <file>", "the templates of the page's site, found by dehusk site");
}

/** @throws DehuskError `unreadable`, `bad-model`. */
export async function readKnowledge({ model, site }: KnowledgeOptions): Promise<Knowledge> {
  return {
    model: model === undefined ? undefined : await readModel(model),
    site: site === undefined ? undefined : readTemplates(await readModelFile(site)),
  };
}

async function readModel(name: string): Promise<DetectionModel | undefined> {
  if (shippedModels.has(name)) return shippedModels.get(name);
  const text = await readModelFile(name);
  const kind = kindOfModel(text);
  if (kind === "dehusk-content-model") return readContentModel(text);
  if (kind === "dehusk-page-level-model") return readPageLevelModel(text);
  throw bad(`its kind is ${showValue(kind)}, not "dehusk-content-model" or "dehusk-page-level-model"`);
}

function kindOfModel(text: string): unknown {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw bad("it is not JSON");
  }
  if (!isRecord(data)) throw bad("it is not an object");
  return data["kind"];
}

function bad(what: string): DehuskError {
  return new DehuskError("bad-model", `The model cannot be used: ${what}.`);
}
