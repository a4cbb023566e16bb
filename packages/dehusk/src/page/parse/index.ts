export { parseSource } from "./parse-source.ts";
