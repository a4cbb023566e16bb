import { ServiceError } from "./service-error.ts";

/** An error of a schema's check. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params?: object;
}

/** The error for options that are not as their schema says; their values are not in it. */
export function badOption(error: SchemaError | undefined): ServiceError {
  const name = (error?.instancePath ?? "").split("/")[1]?.slice(0, 40) ?? "";
  // What is not allowed by name is allowed by no value.
  if (error?.keyword === "boolean") return new ServiceError(400, "bad-option", `Unknown option "${name}".`);
  const allowed = (error?.params as { allowedValues?: readonly unknown[] } | undefined)?.allowedValues;
  const what = allowed === undefined ? (error?.message ?? "is wrong") : `must be one of ${allowed.join(", ")}`;
  return new ServiceError(400, "bad-option", `${name === "" ? "The body" : `Option "${name}"`} ${what}.`);
}
