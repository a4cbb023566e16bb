/** Floors for speed: what it takes only to parse the page, or only to estimate its layout. */

const parse5 = {
  name: "parse5",
  kind: "floor",
  packages: ["parse5"],
  fields: [],
  async load() {
    const { parse } = await import("parse5");
    return ({ html }) => {
      parse(html);
      return {};
    };
  },
};

const htmlparser2 = {
  name: "htmlparser2",
  kind: "floor",
  packages: ["htmlparser2"],
  fields: [],
  async load() {
    const { parseDocument } = await import("htmlparser2");
    return ({ html }) => {
      parseDocument(html);
      return {};
    };
  },
};

const dehuskParse = {
  name: "dehusk-parse",
  kind: "floor",
  packages: ["dehusk"],
  fields: [],
  async load() {
    const { parse } = await import("dehusk");
    if (typeof parse !== "function") throw new Error("dehusk exports no function parse");
    return ({ html }) => {
      parse(html);
      return {};
    };
  },
};

const dehuskLayout = {
  name: "dehusk-layout",
  kind: "floor",
  packages: ["dehusk"],
  fields: [],
  async load() {
    const { parse, estimateBoxes } = await import("dehusk");
    if (typeof estimateBoxes !== "function") throw new Error("dehusk exports no function estimateBoxes");
    this.prepare = ({ html }) => parse(html);
    return (page) => {
      estimateBoxes(page);
      return {};
    };
  },
};

/** @type {import("./index.mjs").Extractor[]} */
export const parserFloors = [parse5, htmlparser2, dehuskParse, dehuskLayout];
