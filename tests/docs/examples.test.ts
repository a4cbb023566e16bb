import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../testing/installed.ts";

const folder = join(root, "docs", "reference", "api");

/** An example in a comment, which the generated pages quote, with the module that its page is about. */
interface Example {
  readonly place: string;
  readonly module: string;
  readonly code: string;
}

const pages = readdirSync(folder).filter((name) => name !== "index.md");
const moduleOf = (text: string) => /^# (\S+)$/m.exec(text)?.[1] ?? "";
const homes = new Map<string, string>();
const examples: Example[] = [];
for (const name of pages) {
  const text = readFileSync(join(folder, name), "utf8");
  for (const part of text.split(/^(?=### )/m).slice(1)) {
    const export_ = /^### (\S+)/.exec(part)?.[1] ?? "";
    if (!homes.has(export_)) homes.set(export_, moduleOf(text));
    // The first block is the declaration.
    const blocks = [...part.matchAll(/^```ts\n(.*?)^```$/gms)].slice(1);
    for (const [i, [, code = ""]] of blocks.entries())
      examples.push({ place: `${name} ${export_} ${i + 1}`, module: moduleOf(text), code });
  }
}

/** The example as a module that imports what is exported and takes every other name as given. */
function moduleText({ module, code }: Example, given: ReadonlySet<string>): string {
  const own = new Set([...code.matchAll(/\b(?:const|let|function|class) (\w+)/g)].map(([, name]) => name));
  const imported = [...code.matchAll(/^import \{([^}]*)\}/gm)].flatMap(([, names = ""]) => names.split(/,\s*/));
  const words = new Set((code.match(/(?<![.\w])[A-Za-z_]\w*/g) ?? []).filter((word) => !own.has(word)));
  const lines: string[] = [];
  for (const word of words) {
    const home = homes.get(word);
    if (home === undefined || imported.some((name) => name.trim() === word)) continue;
    lines.push(`import { ${word} } from "${home === module ? module : home}";`);
  }
  for (const name of given) lines.push(`declare const ${name}: any;`);
  return `${lines.join("\n")}\n${code}\nexport {};\n`;
}

test("every example in a comment compiles against the built packages", () => {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: ["node"],
    strict: true,
    noImplicitAny: false,
    noEmit: true,
    skipLibCheck: true,
  };
  const files = new Map(examples.map((example, i) => [join(root, "tests", "docs", `example-${i}.mts`), example]));
  const given = new Map<Example, Set<string>>(examples.map((example) => [example, new Set()]));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  const textOf = (name: string) => {
    const example = files.get(name);
    return example && moduleText(example, given.get(example) ?? new Set());
  };
  const library = new Map<string, ts.SourceFile | undefined>();
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => textOf(name) ?? readFile(name);
  host.getSourceFile = (name, version) => {
    const text = textOf(name);
    if (text !== undefined) return ts.createSourceFile(name, text, version);
    if (!library.has(name)) library.set(name, getSourceFile(name, version));
    return library.get(name);
  };
  const compile = () => {
    const program = ts.createProgram([...files.keys()], options, host);
    return [...files.keys()].flatMap((name) => [
      ...program.getSyntacticDiagnostics(program.getSourceFile(name)),
      ...program.getSemanticDiagnostics(program.getSourceFile(name)),
    ]);
  };
  const missing = /^(?:Cannot find name|No value exists in scope for the shorthand property) '(\w+)'/;
  for (const { file, messageText } of compile()) {
    const [, name] = missing.exec(ts.flattenDiagnosticMessageText(messageText, " ")) ?? [];
    const example = files.get(file?.fileName ?? "");
    if (example !== undefined && name !== undefined) given.get(example)?.add(name);
  }
  const wrong = compile().map(({ file, messageText }) => {
    const place = files.get(file?.fileName ?? "")?.place;
    return `${place}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
  console.log(`${examples.length} examples compiled`);
  expect(wrong).toEqual([]);
});
