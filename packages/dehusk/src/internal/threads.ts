export * from "../threads/index.ts";
