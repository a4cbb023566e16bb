/** The models that the browser builds import from a second file, `dist/browser/dehusk-model.js`. */
export { default as contentModel } from "../models/default.json" with { type: "json" };
export { default as pageLevelModel } from "../models/page-level.json" with { type: "json" };
export { default as segmentModelForEstimate } from "../models/segment-estimate.json" with { type: "json" };
export { default as segmentModelForRendered } from "../models/segment-rendered.json" with { type: "json" };
