export { command } from "./cluster-command.ts";
