export * from "../page/index.ts";
