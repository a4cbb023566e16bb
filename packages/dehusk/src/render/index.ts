export { isPublicAddress } from "../fetch/index.ts";
export type { Boxes } from "../layout/index.ts";
export { findChromium } from "./find-chromium.ts";
export { type DisplayKind, displayKinds, type NodeStyles } from "./node-styles.ts";
export { parseColour } from "./parse-colour.ts";
export { type RenderedPage, Renderer } from "./renderer.ts";
export type { RendererOptions, RenderOptions } from "./renderer-options.ts";
export { blankImage, type Resource } from "./resource.ts";
