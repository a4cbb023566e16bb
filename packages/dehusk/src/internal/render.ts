export * from "../render/index.ts";
