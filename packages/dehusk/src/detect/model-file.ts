import { DehuskError, isRecord, showValue } from "../basics/index.ts";

/** A kind of model that is stored in files. */
export interface ModelFormat<Kind extends string> {
  readonly kind: Kind;
  /** Its name in messages. */
  readonly title: string;
  /** The features that this program knows, in order; a model made for others would read the wrong columns. */
  readonly features: readonly string[];
  /** Whether it uses the layout. */
  readonly needsLayout: boolean;
}

/** The fields of every model file; the kind checks the others. */
interface ModelFields<Kind extends string> {
  readonly version: 1;
  readonly kind: Kind;
  readonly name: string;
  readonly geometry: "estimate" | "rendered";
  readonly features: readonly unknown[];
}

/**
 * Reads the common fields of a model file. The names of its features are left to
 * `checkFeatures`, which also serves models that come as data.
 *
 * @throws DehuskError `bad-model` that says what is wrong.
 */
export function readModelFields<Kind extends string>(
  text: string,
  format: ModelFormat<Kind>,
): ModelFields<Kind> & Readonly<Record<string, unknown>> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw badModel(format, "it is not JSON");
  }
  if (!isRecord(data)) throw badModel(format, "it is not an object");
  const { version, kind, name, geometry, features } = data;
  if (kind !== format.kind) throw badModel(format, `its kind is ${showValue(kind)}, not "${format.kind}"`);
  if (version !== 1) throw badModel(format, `its version is ${showValue(version)}, this program reads version 1`);
  if (typeof name !== "string") throw badModel(format, "it has no name");
  if (format.needsLayout && geometry !== "estimate" && geometry !== "rendered")
    throw badModel(format, `its geometry is ${showValue(geometry)}`);
  if (!Array.isArray(features)) throw badModel(format, "it has no list of features");
  return data as unknown as ModelFields<Kind> & typeof data;
}

/**
 * Checks that a model's features are those known here, in the same order.
 *
 * @throws DehuskError `bad-model` with the unknown or missing features.
 */
export function checkFeatures(
  features: readonly unknown[],
  format: ModelFormat<string>,
): asserts features is readonly string[] {
  const known = format.features;
  if (features.length === known.length && known.every((name, i) => features[i] === name)) return;
  const unknown = features.filter((name) => !known.some((own) => own === name));
  const missing = known.filter((name) => !features.includes(name));
  if (unknown.length > 0)
    throw badModel(format, `it needs the features ${unknown.map(showValue).join(", ")}, which are not known here`);
  if (missing.length > 0) throw badModel(format, `it lacks the features ${missing.join(", ")}`);
  throw badModel(format, "its features are in another order");
}

/** The error for a model that cannot be used; `what` is the rest of the sentence, without its full stop. */
export function badModel({ title }: ModelFormat<string>, what: string): DehuskError {
  return new DehuskError("bad-model", `The ${title} cannot be used: ${what}.`);
}

/** Runs a function that unpacks a part of a model, and turns its RangeError into `bad-model`. */
export function unpacked<Part>(format: ModelFormat<string>, unpack: () => Part): Part {
  try {
    return unpack();
  } catch (error) {
    if (error instanceof RangeError) throw badModel(format, error.message.replace(/\.$/, ""));
    throw error;
  }
}
