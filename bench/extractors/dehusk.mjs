/** Dehusk itself: its default call, the preset that keeps everything, and, if named, the others and the page-level model. */

const FIELDS = ["title", "author", "date", "siteName", "description", "language"];

/** @param optionsOf The options of its calls, given what the package exports. */
function dehusk(name, optionsOf, onlyWhenNamed = false) {
  return {
    name,
    kind: "extractor",
    onlyWhenNamed,
    packages: ["dehusk"],
    fields: FIELDS,
    async load() {
      const exported = await import("dehusk");
      const { extract } = exported;
      const options = optionsOf(exported);
      if (typeof extract !== "function") throw new Error("dehusk exports no function extract");
      // A preset that this build lacks throws here and is reported as not measured, not as an error on each page.
      if (onlyWhenNamed) extract("", options);
      return ({ html, url }) => {
        const result = extract(html, url ? { ...options, url } : options);
        const answer = { text: result.text, markdown: () => result.markdown, blocks: () => blocksOf(result) };
        for (const field of FIELDS) answer[field] = result[field];
        return answer;
      };
    },
  };
}

function blocksOf(result) {
  return result.explain().map(({ path, kept, chance, text }) => ({ path, kept, chance, text }));
}

/** @type {import("./index.mjs").Extractor[]} */
export const dehuskExtractors = [
  dehusk("dehusk", () => ({})),
  dehusk("dehusk-everything", () => ({ preset: "everything" })),
  ...["precision", "recall", "article"].map((preset) => dehusk(`dehusk-${preset}`, () => ({ preset }), true)),
  dehusk("dehusk-page-level", ({ pageLevelModel }) => ({ model: pageLevelModel }), true),
];
