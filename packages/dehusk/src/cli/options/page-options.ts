import { type Command, InvalidArgumentError, Option } from "commander";
import { type PageField, pageFields } from "../../batch/index.ts";
import { type Preset, presets } from "../../extract/index.ts";
import { share, wholeNumber } from "./option-values.ts";

/** What commands over many pages are told of their lines. */
export interface PageOptions {
  readonly fields?: readonly PageField[];
  readonly preset: Preset;
  readonly language?: readonly string[];
  readonly minWords?: number;
  readonly minConfidence?: number;
}

/** The names of fields, for help. */
export const fieldList = pageFields.join(", ").replace(/(.{60,90}?), /g, "$1,\n");

export function addPageOptions(command: Command): Command {
  return command
    .option("--fields <names>", "what a line says, with commas between (default: everything)", fieldNames)
    .addOption(new Option("-p, --preset <preset>", "what is content").choices([...presets]).default(presets[0]))
    .option("--language <tags>", 'languages to keep, such as de,en; "und" for pages of no known language', languageTags)
    .option("--min-words <n>", "leave out pages with fewer words of content", wholeNumber)
    .option("--min-confidence <share>", "leave out pages whose content is less sure", share);
}

function fieldNames(text: string): PageField[] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !(pageFields as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`"${unknown}" is no field; fields are ${pageFields.join(", ")}.`);
  }
  return pageFields.filter((name) => names.includes(name));
}

function languageTags(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  if (!tags.every((tag) => /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(tag))) {
    throw new InvalidArgumentError("It must be language tags such as de or pt-BR, with commas between.");
  }
  return tags;
}
