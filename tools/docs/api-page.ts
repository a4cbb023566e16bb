import ts from "typescript";
import { type Exported, exportsOf } from "./exports.ts";

/** A reference page for one module: every export with its signature and what its comment says. */
export function apiPage(module: string, about: string, path: string): { text: string; names: string[] } {
  const all = exportsOf(path).sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  const parts = [`# ${module}\n\n${about}\n\n\`\`\`ts\nimport { … } from "${module}";\n\`\`\`\n`];
  for (const [title, isWanted] of kinds) {
    const own = all.filter(({ declarations: [first] }) => first !== undefined && isWanted(first));
    if (own.length > 0) parts.push(`## ${title}\n`, ...own.map(section));
  }
  return { text: parts.join("\n"), names: all.map(({ name }) => name) };
}

const isType = (node: ts.Node): boolean => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

const kinds: readonly (readonly [string, (node: ts.Node) => boolean])[] = [
  ["Functions", ts.isFunctionDeclaration],
  ["Classes", ts.isClassDeclaration],
  ["Values", (node) => !ts.isFunctionDeclaration(node) && !ts.isClassDeclaration(node) && !isType(node)],
  ["Types", isType],
];

function section({ name, declarations, file }: Exported): string {
  const parts = [`### ${name}\n`];
  const documented = declarations.map((node) => ts.getJSDocCommentsAndTags(node)).find((docs) => docs.length > 0) ?? [];
  const comments = documented.filter(ts.isJSDoc);
  for (const { comment } of comments)
    if (comment !== undefined) parts.push(`${prose(ts.getTextOfJSDocComment(comment))}\n`);
  const code = declarations.map((node) => signature(node, file)).join("\n");
  parts.push(`\`\`\`ts\n${code}\n\`\`\`\n`);
  for (const tag of comments.flatMap(({ tags }) => tags ?? [])) parts.push(tagLine(tag));
  return parts.join("\n");
}

function tagLine(tag: ts.JSDocTag): string {
  const text = ts.getTextOfJSDocComment(tag.comment)?.trim() ?? "";
  if (ts.isJSDocParameterTag(tag)) return `- \`${tag.name.getText()}\`: ${prose(text)}\n`;
  if (tag.tagName.text === "example") return `\`\`\`ts\n${text}\n\`\`\`\n`;
  const label = { returns: "Returns", throws: "Throws" }[tag.tagName.text] ?? tag.tagName.text;
  return `${label}: ${prose(text)}\n`;
}

/** Comments break lines where the source does. */
function prose(text: string | undefined): string {
  return (text ?? "").replace(/([^\n])\n(?![\n-])/g, "$1 ");
}

/** A declaration without bodies and without what is private. */
function signature(node: ts.Node, file: ts.SourceFile): string {
  if (ts.isFunctionDeclaration(node)) return clean(file.text.slice(node.getStart(), node.body?.getStart() ?? node.end));
  if (ts.isClassDeclaration(node)) return classSignature(node, file);
  if (ts.isVariableStatement(node)) return variableSignature(node);
  return clean(node.getText());
}

function variableSignature(node: ts.VariableStatement): string {
  return node.declarationList.declarations
    .map(({ name, type, initializer }) => {
      const shown = type !== undefined ? `: ${type.getText()}` : ` = ${initializer?.getText() ?? ""}`;
      return `const ${name.getText()}${shown.length > 600 ? " = …" : shown};`;
    })
    .join("\n");
}

function classSignature(node: ts.ClassDeclaration, file: ts.SourceFile): string {
  const members = node.members.filter((member) => {
    const isPrivate =
      ts.canHaveModifiers(member) && ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
    return !isPrivate && !(member.name !== undefined && ts.isPrivateIdentifier(member.name));
  });
  const lines = members.map((member) => {
    const body = "body" in member ? (member.body as ts.Node | undefined) : undefined;
    const initializer = ts.isPropertyDeclaration(member) ? member.initializer : undefined;
    const end = body?.getStart() ?? initializer?.getFullStart() ?? member.end;
    const comment = ts
      .getJSDocCommentsAndTags(member)
      .filter(ts.isJSDoc)
      .map((each) => `  ${each.getText()}\n`);
    const own = file.text.slice(member.getStart(), end).trim().replace(/ ?=$/, "").replace(/;$/, "");
    return `${comment.join("")}  ${own};`;
  });
  const head = file.text.slice(node.getStart(), node.members.pos).trim();
  return `${clean(head)}\n${lines.join("\n")}\n}`;
}

function clean(text: string): string {
  return text.replace(/^export (?:declare )?/, "").trim();
}
