export { command } from "./experiment-command.ts";
