import { expect } from "vitest";
import { DehuskError } from "../../basics/index.ts";

/** What is wrong, the parts of a model that are changed, and what the message says. */
export type Damage = [string, Readonly<Record<string, unknown>>, RegExp];

interface Model {
  readonly kind: string;
  readonly features: readonly string[];
  readonly geometry?: string;
}

/** The message that the text of a model is refused with. */
export function refusalOf(read: (text: string) => unknown, text: string): string {
  try {
    read(text);
  } catch (error) {
    expect(error).toBeInstanceOf(DehuskError);
    expect((error as DehuskError).code).toBe("bad-model");
    return (error as DehuskError).message;
  }
  return "it was read";
}

/** Texts that are no file of a model, whatever its kind. */
export function brokenTexts(model: Model): [string, string, RegExp][] {
  return [
    ["cut off", JSON.stringify(model).slice(0, -9), /it is not JSON/],
    ["empty", "", /it is not JSON/],
    ["a list", "[]", /it is not an object/],
    ["a number", "7", /it is not an object/],
    ["nothing", "null", /it is not an object/],
    ["an empty object", "{}", new RegExp(`its kind is missing, not "${model.kind}"`)],
    ["lists nested without end", `{"kind":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, /its kind is a list/],
    ["all of it inherited", `{"__proto__":${JSON.stringify(model)}}`, /its kind is missing/],
  ];
}

const unknownGeometry: Damage = ["an unknown geometry", { geometry: "guessed" }, /its geometry is "guessed"/];

/** Damage to the parts that all models have. */
export function brokenHeaders({ kind, features, geometry }: Model): Damage[] {
  const without = (place: number) => features.filter((_, f) => f !== place);
  const swapped = [features[1], features[0], ...features.slice(2)];
  return [
    [
      "another kind",
      { kind: "dehusk-site-templates" },
      new RegExp(`its kind is "dehusk-site-templates", not "${kind}"`),
    ],
    ["a kind that is an object", { kind: { toString: 1 } }, /its kind is an object/],
    ["another version", { version: 2 }, /its version is 2, this program reads version 1/],
    ["a version in quotes", { version: "1" }, /its version is "1"/],
    ["no name", { name: undefined }, /it has no name/],
    ...(geometry === undefined ? [] : [unknownGeometry]),
    ["no features", { features: "words" }, /it has no list of features/],
    ["an unknown feature", { features: [...features, "colour"] }, /the features "colour", which are not known here/],
    ["a feature that is an object", { features: [{ toString: 1 }, ...without(0)] }, /features an object, which/],
    ["a feature named as all objects' own", { features: ["__proto__", ...without(0)] }, /"__proto__", which/],
    ["a missing feature", { features: without(3) }, new RegExp(`it lacks the features ${features[3]}\\.`)],
    ["features in another order", { features: swapped }, /its features are in another order/],
    ["a feature twice", { features: [...features, features[0]] }, /its features are in another order/],
  ];
}

/** The text of a model with a prototype of its own, which is not to be read from nor to change what objects have. */
export function withPrototype(model: Model): string {
  return JSON.stringify(model).replace("{", '{"__proto__":{"polluted":1},');
}
