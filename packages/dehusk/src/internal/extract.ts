export * from "../extract/index.ts";
