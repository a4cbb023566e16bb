export * from "../fetch/index.ts";
