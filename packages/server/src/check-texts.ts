import type { TObject } from "@fastify/type-provider-typebox";
import type { OptionList } from "dehusk/internal/options";
import { Compile } from "typebox/compile";
import { badOption } from "./bad-option.ts";
import type { ServiceError } from "./service-error.ts";

/** The result of a check, as fastify expects it. */
export type Checked = { readonly value: Record<string, unknown> } | { readonly error: ServiceError };

/**
 * Checks options from a URL or a form, which are strings, against a schema. Numbers, `true` and `false`
 * are converted if the schema expects them; anything else stays a string, and is refused by the schema.
 */
export function checkTexts(schema: TObject, options: OptionList): (texts: object) => Checked {
  const check = Compile(schema);
  const types = new Map(Object.entries(schema.properties).map(([name, property]) => [name, typeOf(property)]));
  return (texts) => {
    const value = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        typeof text === "string" ? convert(text, types.get(name)) : text,
      ]),
    );
    return check.Check(value) ? { value } : { error: badOption(check.Errors(value)[0], options) };
  };
}

function typeOf(property: object): unknown {
  return (property as { readonly type?: unknown }).type;
}

function convert(text: string, type: unknown): unknown {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  const number = Number(text);
  const isWanted = type === "number" || type === "integer";
  return isWanted && text.trim() !== "" && Number.isFinite(number) ? number : text;
}
