export * from "../train/index.ts";
