export { type Metadata, readMetadata } from "./read-metadata.ts";
