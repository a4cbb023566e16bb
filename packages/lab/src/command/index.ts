export { addExperimentCommand as addCommand } from "./experiment-command.ts";
