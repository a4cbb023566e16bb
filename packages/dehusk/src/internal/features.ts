export * from "../features/index.ts";
