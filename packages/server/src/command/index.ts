export { command } from "./serve-command.ts";
