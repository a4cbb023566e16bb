export * from "../graph/index.ts";
