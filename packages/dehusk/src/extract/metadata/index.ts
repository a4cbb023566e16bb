export { type Described, type Metadata, readDescribed, readMetadata } from "./read-metadata.ts";
