/** Dehusk itself: its default call, the preset that keeps everything but the template, and, when named, the others. */

const FIELDS = ["title", "author", "date", "siteName", "description", "language"];

function dehusk(name, options, onlyWhenNamed = false) {
  return {
    name,
    kind: "extractor",
    onlyWhenNamed,
    packages: ["dehusk"],
    fields: FIELDS,
    async load() {
      const { extract } = await import("dehusk");
      if (typeof extract !== "function") throw new Error("dehusk exports no function extract");
      // A preset that this build lacks throws here and is reported as not measured, not as an error on each page.
      if (onlyWhenNamed) extract("", options);
      return ({ html, url }) => {
        const result = extract(html, url ? { ...options, url } : options);
        const answer = { text: result.text };
        for (const field of FIELDS) answer[field] = result[field];
        return answer;
      };
    },
  };
}

/** @type {import("./index.mjs").Extractor[]} */
export const dehuskExtractors = [
  dehusk("dehusk", {}),
  dehusk("dehusk-everything", { preset: "everything" }),
  ...["precision", "recall", "article"].map((preset) => dehusk(`dehusk-${preset}`, { preset }, true)),
];
