export * from "../basics/index.ts";
