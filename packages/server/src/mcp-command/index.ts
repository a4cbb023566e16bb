export { command } from "./mcp-command.ts";
