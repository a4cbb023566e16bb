import { DehuskError, isRecord, showValue } from "../basics/index.ts";
import { canonicals } from "./canonical.ts";
import type { SiteTemplate, SiteTemplates } from "./site-templates.ts";

/**
 * Templates as readable JSON: a line each, most frequent first, with pages, tag and the start of the text. The file
 * stays small since nodes on the same pages as their parent are only listed as its parts, 16 digits each. The same
 * pages give the same text.
 */
export function writeTemplates(templates: SiteTemplates): string {
  const { templates: list, ...head } = templates;
  const lines = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  const items = list.map((template) => `\n    ${JSON.stringify(template)}`);
  return `{\n${lines.join("")}  "templates": [${items.join(",")}${list.length > 0 ? "\n  " : ""}]\n}\n`;
}

/**
 * Reads what `writeTemplates` wrote. Unknown fields are ignored.
 *
 * @throws DehuskError `bad-model` that says what is wrong.
 */
export function readTemplates(text: string): SiteTemplates {
  const file = parseJson(text);
  if (!isRecord(file) || file["kind"] !== "dehusk-site-templates") {
    throw bad('it has no "kind": "dehusk-site-templates"');
  }
  if (file["version"] !== 1) throw bad(`its version is ${showValue(file["version"])}, this program reads version 1`);
  const canonical = canonicals.find((name) => name === file["canonical"]);
  if (canonical === undefined)
    throw bad(`"canonical" is ${showValue(file["canonical"])}, not one of ${canonicals.join(", ")}`);
  const list = file["templates"];
  if (!Array.isArray(list)) throw bad('"templates" is not a list');
  return {
    version: 1,
    kind: "dehusk-site-templates",
    pages: whole(file, "pages"),
    theta: share(file, "theta"),
    coverage: share(file, "coverage"),
    minimumPages: whole(file, "minimumPages"),
    ...(file["spareMixed"] === false && { spareMixed: false }),
    canonical,
    dropAttributes: strings(file["dropAttributes"], '"dropAttributes"'),
    error: whole(file, "error"),
    templates: list.map(readTemplate),
  };
}

function readTemplate(value: unknown, index: number): SiteTemplate {
  const where = `template ${index + 1}`;
  if (!isRecord(value)) throw bad(`${where} is not an object`);
  const { fingerprint, tag, text } = value;
  if (typeof tag !== "string" || typeof text !== "string") throw bad(`${where} has no "tag" or no "text"`);
  const parts = strings(value["parts"], `"parts" of ${where}`);
  for (const print of [fingerprint, ...parts]) {
    if (typeof print !== "string" || !/^[0-9a-f]{16}$/.test(print)) {
      throw bad(`${where} has the fingerprint ${showValue(print)}, not 16 hexadecimal digits`);
    }
  }
  return { fingerprint: fingerprint as string, pages: whole(value, "pages", where), tag, text, parts };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw bad(`it is not JSON (${(error as Error).message})`, error);
  }
}

function whole(record: Record<string, unknown>, name: string, where = "the file"): number {
  const value = record[name];
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  throw bad(`"${name}" of ${where} is ${showValue(value)}, not a whole number`);
}

function share(record: Record<string, unknown>, name: string): number {
  const value = record[name];
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  throw bad(`"${name}" is ${showValue(value)}, not a number from 0 to 1`);
}

function strings(value: unknown, what: string): string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw bad(`${what} is not a list of strings`);
}

function bad(reason: string, cause?: unknown): DehuskError {
  return new DehuskError("bad-model", `Invalid templates file: ${reason}.`, { cause });
}
