// npm run check:types: types of all packages. Rooms of flat arrays are checked without `noUncheckedIndexedAccess`: there, an
// index comes from the array's own bounds on nearly every line, and a cast on each would check nothing. All other code,
// which indexes lists of objects and strings, is checked with it.
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
const flatRooms =
  /\/packages\/(?:lab\/|server\/inspector\/|dehusk\/src\/(?:apps|chunks|detect|extract|features|graph|incremental|layout|learn|page|render|segment|site|smooth|things|train)\/)/;

const found = [
  ...diagnose("tsconfig.json", {}, () => true),
  ...diagnose("tsconfig.json", { noUncheckedIndexedAccess: true }, (file) => !flatRooms.test(file)),
  ...diagnose("packages/server/inspector/tsconfig.json", {}, () => true),
];
const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => "\n" };
process.stderr.write(ts.formatDiagnostics(found, host));
process.exitCode = found.length > 0 ? 1 : 0;

function diagnose(config, options, isWanted) {
  const fail = (diagnostic) => {
    throw new Error(ts.formatDiagnostic(diagnostic, host));
  };
  const system = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
  const parsed = ts.getParsedCommandLineOfConfigFile(`${root}${config}`, options, system);
  const program = ts.createProgram(parsed.fileNames, parsed.options);
  return [
    ...program.getOptionsDiagnostics(),
    ...program
      .getSourceFiles()
      .filter((file) => !file.fileName.includes("/node_modules/") && isWanted(file.fileName))
      .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
}
