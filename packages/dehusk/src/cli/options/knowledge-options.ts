import { openModelFile, readTextFile } from "../../batch/index.ts";
import type { DetectionModel, OperatingPoint } from "../../detect/index.ts";
import { readTemplates, type SiteTemplates } from "../../site/index.ts";

/** The model and templates of a command. */
export interface KnowledgeOptions extends OperatingPoint {
  readonly model?: string | undefined;
  readonly site?: string | undefined;
}

export interface Knowledge {
  /** Undefined for the default. */
  readonly model: DetectionModel | undefined;
  readonly site: SiteTemplates | undefined;
}

/** What the commands that take a model say about it. */
export const modelHelp = `
Models: "default"; "page-level", "blocks-rf", "blocks-maxent" and "blocks-text" (the papers' models, trained without
labels); or a file written by dehusk train (of a block model, the random forest decides).`;

/** @throws DehuskError `bad-option`, `unreadable`, `bad-model`. */
export async function readKnowledge(options: KnowledgeOptions): Promise<Knowledge> {
  const { model: name = "default", site, recall, precision } = options;
  const model = await openModelFile(name, { recall, precision });
  return {
    // Threads have the default already.
    model: name === "default" ? undefined : model,
    site: site === undefined ? undefined : readTemplates(await readTextFile(site)),
  };
}
