export * from "../site/index.ts";
