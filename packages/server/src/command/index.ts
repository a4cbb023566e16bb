export { addServeCommand as addCommand } from "./serve-command.ts";
