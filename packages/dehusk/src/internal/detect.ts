export * from "../detect/index.ts";
