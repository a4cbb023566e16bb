export { attempt } from "./attempt.ts";
export { plainLine } from "./columns.ts";
export { type Console, createConsole } from "./console.ts";
export { Exit } from "./exit-codes.ts";
export { addGeneralOptions, type GeneralOptions, limitsOf } from "./general-options.ts";
export { main } from "./main.ts";
export { notNegative, positive, share, webAddress, wholeNumber } from "./option-values.ts";
export { addPageOptions, fieldList, type PageOptions } from "./page-options.ts";
export { visible, writeOutput, writeStdout, writeWhole } from "./write-output.ts";
