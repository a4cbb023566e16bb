import type { Command } from "commander";
import { DehuskError, isRecord, showValue } from "../../basics/index.ts";
import {
  type BlockClassifier,
  blockClassifiers,
  blockDetector,
  type DetectionModel,
  type OperatingPoint,
  pageLevelModel,
  readBlockModel,
  readContentModel,
  readPageLevelModel,
  shippedBlockModel,
} from "../../detect/index.ts";
import { readTemplates, type SiteTemplates } from "../../site/index.ts";
import { readModelFile } from "../input/read-model-file.ts";
import { share } from "./option-values.ts";

/** Files with what a command knows beforehand; of a block model, what is asked of it. */
export interface KnowledgeOptions extends OperatingPoint {
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

/** The same for the block model, with what decides. */
const shippedBlocks: ReadonlyMap<string, BlockClassifier> = new Map(
  blockClassifiers.map((name) => [`blocks-${name}`, name]),
);

export function addKnowledgeOptions(command: Command): Command {
  return command
    .option(
      "--model <name or file>",
      'what decides: "default"; "page-level" or "blocks-rf", "blocks-maxent", "blocks-text" (the papers\' models, trained ' +
        "without labels); or the file of a model made by dehusk train (of a block model, its random forest)",
    )
    .option("--recall <share>", "with a block model: find at least this share of the templates (default: 0.5)", share)
    .option(
      "--precision <share>",
      "with a block model: of what is taken for a template, at least this share is one",
      share,
    )
    .option("--site <file>", "the templates of the page's site, found by dehusk site");
}

/** @throws DehuskError `bad-option`, `unreadable`, `bad-model`. */
export async function readKnowledge({ model, site, recall, precision }: KnowledgeOptions): Promise<Knowledge> {
  return {
    model: await readModel(model ?? "default", { recall, precision }),
    site: site === undefined ? undefined : readTemplates(await readModelFile(site)),
  };
}

async function readModel(name: string, point: OperatingPoint): Promise<DetectionModel | undefined> {
  const classifier = shippedBlocks.get(name);
  if (classifier !== undefined) return blockDetector(await shippedBlockModel(), classifier, point);
  if (shippedModels.has(name)) {
    refusePoint(point);
    return shippedModels.get(name);
  }
  const text = await readModelFile(name);
  const kind = kindOfModel(text);
  if (kind === "dehusk-block-model") return blockDetector(readBlockModel(text), "rf", point);
  refusePoint(point);
  if (kind === "dehusk-content-model") return readContentModel(text);
  if (kind === "dehusk-page-level-model") return readPageLevelModel(text);
  throw bad(
    `its kind is ${showValue(kind)}, not "dehusk-content-model", "dehusk-page-level-model" or "dehusk-block-model"`,
  );
}

/** Only block models know how precise they are, and how much they find. */
function refusePoint({ recall, precision }: OperatingPoint): void {
  const given = recall !== undefined ? "--recall" : precision !== undefined ? "--precision" : undefined;
  if (given !== undefined) {
    throw new DehuskError("bad-option", `${given} is for block models only, such as --model blocks-rf.`);
  }
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
