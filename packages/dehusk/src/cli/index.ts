export { type Command, type CommandCall, type CommandGroup, defineCommand } from "./command.ts";
export { Exit } from "./exit-codes.ts";
export { main } from "./main.ts";
export { generalOptions, limitsOf, talkOptions } from "./options/general-options.ts";
export { fieldHelp, pageOptions, planOptions } from "./options/page-options.ts";
export { memoryOption, outputOption, workersOption } from "./options/shared-options.ts";
export { plainLine } from "./output/columns.ts";
export type { Console } from "./output/console.ts";
export { visible, writeStdout, writeWhole } from "./output/write-output.ts";
