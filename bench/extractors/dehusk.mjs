/** Dehusk itself: its default call and the preset that keeps everything but the template. */

const FIELDS = ["title", "author", "date", "siteName", "description", "language"];

function dehusk(name, options) {
  return {
    name,
    kind: "extractor",
    packages: ["dehusk"],
    fields: FIELDS,
    async load() {
      const { extract } = await import("dehusk");
      if (typeof extract !== "function") throw new Error("dehusk exports no function extract");
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
export const dehuskExtractors = [dehusk("dehusk", {}), dehusk("dehusk-everything", { preset: "everything" })];
