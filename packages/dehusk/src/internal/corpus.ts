export * from "../corpus/index.ts";
