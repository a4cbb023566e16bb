/** Whether a value read from a file is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value from a file, shortened for an error message. Lists and objects may be nested too deeply to print. */
export function showValue(value: unknown): string {
  if (value === undefined) return "missing";
  if (typeof value === "string") return value.length > 60 ? `"${value.slice(0, 60)}…"` : `"${value}"`;
  if (Array.isArray(value)) return "a list";
  return isRecord(value) ? "an object" : String(value);
}
