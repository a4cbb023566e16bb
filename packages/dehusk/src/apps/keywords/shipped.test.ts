import { describe, expect, test } from "vitest";
import frequenciesFile from "../../../models/document-frequencies.json" with { type: "json" };
import { bundleForBrowsers } from "../../page/testing/browser-bundle.ts";
import { hashPlainWord } from "./find-phrases.ts";
import { shippedFrequencies, shippedModel } from "./shipped.ts";

describe("shipped with the package", () => {
  test("the model was not trained on declared keywords as evidence, since they were its truth", () => {
    const { features, weights } = shippedModel();
    for (const name of ["metaKeywords", "wholeKeyword"]) expect(weights[features.indexOf(name)]).toBe(0);
  });

  test("the frequencies know the common words of several languages", () => {
    const share = (word: string): number =>
      shippedFrequencies().of(hashPlainWord(word)) / shippedFrequencies().documents;
    for (const word of ["the", "und", "de", "и", "的"]) expect(share(word)).toBeGreaterThan(0.02);
    expect(share("beekeeping")).toBeLessThan(0.005);
  });

  test("browsers that import the root export load neither", async () => {
    const bundle = await bundleForBrowsers();
    expect(frequenciesFile.packed.length).toBeGreaterThan(1000);
    expect(bundle.includes(frequenciesFile.packed.slice(0, 500))).toBe(false);
    expect(bundle.includes("dehusk-keyword-model")).toBe(false);
  });
});
