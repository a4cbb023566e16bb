export { type ChunkOptions, chunkTable, type TokenCounter } from "./chunk-options.ts";
export { type Chunk, chunks } from "./chunks.ts";
export { estimateTokens } from "./estimate-tokens.ts";
export { type ContentSection, listSections } from "./list-sections.ts";
