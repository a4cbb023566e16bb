export type { ExplainedBlock } from "./explain.ts";
export { type Extraction, type ExtractOptions, extract } from "./extract.ts";
export { keepContent, templateThreshold } from "./keep-content.ts";
export { keepShown } from "./kept-nodes.ts";
export { type Metadata, readMetadata } from "./metadata/index.ts";
export { type Preset, presets } from "./presets.ts";
export { writeHtml } from "./write-html.ts";
export { writeMarkdown } from "./write-markdown.ts";
export { writeText } from "./write-text.ts";
