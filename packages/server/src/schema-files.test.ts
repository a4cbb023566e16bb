import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extract } from "dehusk";
import { fieldOf, pageFields } from "dehusk/internal/batch";
import { things } from "dehusk/things";
import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { answerSchemas, thingsAnswer } from "./answer-schemas.ts";

const root = join(import.meta.dirname, "../../..");
const golden = join(root, "tests/things/golden");
const pages = readdirSync(golden).filter((name) => name.endsWith(".html"));

/** The places where a value violates its schema; unknown members are errors too. */
function errorsOf(schema: TSchema, value: unknown): unknown[] {
  const closed = JSON.parse(JSON.stringify(schema), (_, part) =>
    part?.type === "object" && part.properties ? { ...part, additionalProperties: false } : part,
  );
  return [...Value.Errors(closed, JSON.parse(JSON.stringify(value)))];
}

test.each([
  ["extract.json", "What extract, batch and the service write as JSON, with all fields.", answerSchemas.extract],
  ["things.json", "What things of dehusk/things returns.", thingsAnswer],
] as const)("the file %s is the schema that answers are made by", async (name, title, schema) => {
  const { examples: _, ...rest } = JSON.parse(JSON.stringify(schema));
  const whole = { $schema: "https://json-schema.org/draft/2020-12/schema", title, ...rest };
  const text = `${JSON.stringify(whole, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(root, "packages/dehusk/schemas", name));
});

test.each(pages)("%s: its things and all its fields match the schemas", (name) => {
  const result = extract(readFileSync(join(golden, name)), { url: `https://mill.example/${name}` });
  expect(errorsOf(thingsAnswer, things(result))).toEqual([]);
  const fields = Object.fromEntries(pageFields.map((field) => [field, fieldOf(result, field)]));
  expect(errorsOf(answerSchemas.extract, { version: 1, ...fields })).toEqual([]);
});

test("a schema refuses other values", () => {
  const { pageType: _, ...without } = things("<p>Corn</p>");
  expect(errorsOf(thingsAnswer, without)).not.toEqual([]);
  expect(errorsOf(thingsAnswer, { ...things("<p>Corn</p>"), prize: 1 })).not.toEqual([]);
});
