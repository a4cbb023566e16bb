export * from "../apps/index.ts";
