export * from "../smooth/index.ts";
