export * from "../incremental/index.ts";
