export * from "../cli/index.ts";
