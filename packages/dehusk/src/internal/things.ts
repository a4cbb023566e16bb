export * from "../things/index.ts";
