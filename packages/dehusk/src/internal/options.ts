export * from "../options/index.ts";
