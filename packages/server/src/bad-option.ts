import { describeSpec, unknownName } from "dehusk/internal/basics";
import type { OptionList } from "dehusk/internal/options";
import { ServiceError } from "./service-error.ts";

/** An error of a schema's check. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
}

/** The error for options that violate their schema. Values are left out: they may be of any size. */
export function badOption(error: SchemaError | undefined, options: OptionList): ServiceError {
  const name = (error?.instancePath ?? "").split("/")[1]?.slice(0, 40) ?? "";
  return new ServiceError(400, "bad-option", messageFor(name, error, options));
}

function messageFor(name: string, error: SchemaError | undefined, options: OptionList): string {
  if (name === "") return `The body ${error?.message ?? "is wrong"}.`;
  // An unknown name has no valid value.
  if (error?.keyword === "boolean") return unknownName("option", name, Object.keys(options));
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  // Not an option of a table: the page itself, or a part of the path.
  if (option === undefined) return `Option "${name}" ${error?.message ?? "is wrong"}.`;
  return `Option "${name}" must be ${option.type === "parsed" ? option.must : describeSpec(option)}.`;
}
