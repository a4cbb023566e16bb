import { type TObject, type TSchema, Type } from "@fastify/type-provider-typebox";
import type { Option, OptionList } from "dehusk/internal/options";

const strict = { additionalProperties: false } as const;

/** Length limits for texts. */
export type TextBounds = Readonly<
  Record<string, { readonly maxLength?: number; readonly examples?: readonly string[] }>
>;

/** Options in the URL, where all are strings: lists have commas. */
export function querySchema(options: OptionList, bounds: TextBounds): TObject {
  return Type.Object(properties(options, bounds, asText), strict);
}

/** A body of type application/json: the page, and options. */
export function bodySchema(options: OptionList, bounds: TextBounds): TObject {
  const html = Type.String({ description: "The page.", examples: ["<h1>Husk</h1><p>What is left is corn.</p>"] });
  const asJson = (option: Option, extra: object) => {
    const text = asText(option, extra);
    const list =
      option.type === "texts"
        ? Type.Array(text, { maxItems: 100 })
        : option.type === "list" && option.of !== undefined && listSchema(option.of);
    return list ? Type.Union([text, list], { description: sentence(option) }) : text;
  };
  return Type.Object(
    { html: Type.Optional(html), ...properties(options, bounds, asJson) },
    { ...strict, description: "The page as html, or a url to fetch where that is allowed; and options." },
  );
}

function properties(
  options: OptionList,
  bounds: TextBounds,
  schemaOf: (option: Option, extra: object) => TSchema,
): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, Type.Optional(schemaOf(option, bounds[name] ?? {}))]),
  );
}

function asText(option: Option, extra: object): TSchema {
  const common = {
    description: sentence(option),
    ...(option.default === undefined ? {} : { default: option.default }),
    ...extra,
  };
  switch (option.type) {
    case "boolean":
      return Type.Boolean(common);
    case "number":
    case "integer": {
      const { min, above, max } = option;
      const range = {
        ...(min === undefined ? {} : { minimum: min }),
        ...(above === undefined ? {} : { exclusiveMinimum: above }),
        ...(max === undefined ? {} : { maximum: max }),
      };
      return (option.type === "integer" ? Type.Integer : Type.Number)({ ...common, ...range });
    }
    case "choice":
      return Type.Unsafe<string>({ type: "string", enum: [...option.of], ...common });
    case "list": {
      const name = `(?:${option.of?.join("|")})`;
      return Type.String({ pattern: `^${name}(?:,${name})*$`, ...common });
    }
    default:
      return Type.String(common);
  }
}

function listSchema(names: readonly string[]): TSchema {
  return Type.Array(Type.Enum([...names]), { minItems: 1, maxItems: names.length });
}

/** The help of an option as a sentence, with its names and default. */
function sentence(option: Option): string {
  const names = option.type === "list" && option.of !== undefined ? `: ${option.of.join(", ")}` : "";
  const usual = option.defaultText === undefined ? "" : ` Default: ${option.defaultText}.`;
  return `${option.help.charAt(0).toUpperCase()}${option.help.slice(1)}${names}.${usual}`;
}
