export * from "../learn/index.ts";
