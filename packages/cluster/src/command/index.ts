export { addClusterCommand as addCommand } from "./cluster-command.ts";
