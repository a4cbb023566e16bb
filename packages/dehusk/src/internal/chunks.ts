export * from "../chunks/index.ts";
