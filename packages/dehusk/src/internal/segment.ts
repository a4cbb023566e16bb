export * from "../segment/index.ts";
