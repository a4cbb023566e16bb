import { readFileSync } from "node:fs";
import ts from "typescript";

/** The members of a union of strings, and the list of their meanings in its comment. */
export function codesOf(path: string, name: string): { codes: string[]; list: string } {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const type = file.statements.find((node) => ts.isTypeAliasDeclaration(node) && node.name.text === name);
  if (type === undefined || !ts.isTypeAliasDeclaration(type) || !ts.isUnionTypeNode(type.type)) {
    throw new Error(`${path} has no union "${name}".`);
  }
  const codes = type.type.types.flatMap((member) =>
    ts.isLiteralTypeNode(member) && ts.isStringLiteral(member.literal) ? [member.literal.text] : [],
  );
  const [comment] = ts.getJSDocCommentsAndTags(type).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comment?.comment) ?? "";
  return { codes, list: text.slice(text.indexOf("- `")) };
}

/** What the exit codes mean for all commands. */
export const exitMeanings: Readonly<Record<number, string>> = {
  0: "done",
  1: "done, but some pages failed",
  2: "wrong usage: an option or argument",
  3: "input unreadable or output unwritable",
  4: "a limit was reached",
  5: "a model, templates, a store or a browser cannot be used",
  6: "refused by the network policy",
  70: "internal error; please report it",
  130: "stopped by SIGINT",
  143: "stopped by SIGTERM",
};

/** The page of all codes. */
export function codesPage(errors: string, warnings: string, service: string): string {
  const exits = Object.entries(exitMeanings).map(([code, meaning]) => `| ${code} | ${meaning} |`);
  return `# Codes

Programs should rely on codes; messages may change. \`npm run docs\` generates this page from the code.

## Errors

A bad call, or a page over a limit, throws a [DehuskError](api/dehusk.md#dehuskerror) with one of these. On the command line
\`--errors json\` writes them to stderr as \`{ version, id?, error: { code, message } }\`; in a batch they are lines of the output.

${errors}

The service adds:

${service}

## Warnings

A bad page gives a result with \`warnings\`:

${warnings}

## Exit codes

| code | meaning |
|--:|---|
${exits.join("\n")}

[Each command](command-line.md) lists the ones it uses.
`;
}
