export { attempt } from "./attempt.ts";
export { Exit } from "./exit-codes.ts";
export { main } from "./main.ts";
export { addGeneralOptions, type GeneralOptions, limitsOf } from "./options/general-options.ts";
export { notNegative, positive, share, webAddress, wholeNumber } from "./options/option-values.ts";
export { addPageOptions, fieldList, type PageOptions } from "./options/page-options.ts";
export { plainLine } from "./output/columns.ts";
export { type Console, createConsole } from "./output/console.ts";
export { visible, writeOutput, writeStdout, writeWhole } from "./output/write-output.ts";
