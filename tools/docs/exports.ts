import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** An export of a package and where it is declared. */
export interface Exported {
  readonly name: string;
  /** More than one for overloads, and for a value and a type of one name. */
  readonly declarations: readonly ts.Node[];
  readonly file: ts.SourceFile;
}

const parsed = new Map<string, ts.SourceFile>();

function parse(path: string): ts.SourceFile {
  let file = parsed.get(path);
  if (file === undefined) {
    file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
    parsed.set(path, file);
  }
  return file;
}

/** Everything that a module exports, found by reading sources alone: no type checker, so it takes no time. */
export function exportsOf(path: string): Exported[] {
  const names: string[] = [];
  for (const statement of parse(path).statements) {
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
      names.push(...statement.exportClause.elements.map(({ name }) => name.text));
    } else if (isExported(statement)) names.push(...namesOf(statement));
  }
  return [...new Set(names)].map((name) => ({ name, ...find(path, name) }));
}

/** Follows re-exports and imports to where a name is declared. */
function find(path: string, name: string): Omit<Exported, "name"> {
  const file = parse(path);
  const own = file.statements.filter((statement) => namesOf(statement).includes(name));
  if (own.length > 0) return { declarations: own, file };
  for (const statement of file.statements) {
    const [clause, from] = namedIn(statement);
    const element = clause?.find((each) => each.name.text === name);
    if (element === undefined) continue;
    const original = element.propertyName?.text ?? name;
    // Without a module it is exported by a list at the end of its file.
    return find(from === undefined ? path : resolve(path, from), original);
  }
  throw new Error(`${path} exports "${name}", which is declared nowhere.`);
}

type Names = readonly (ts.ExportSpecifier | ts.ImportSpecifier)[];

function namedIn(statement: ts.Statement): readonly [Names?, (string | undefined)?] {
  if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
    return [statement.exportClause.elements, textOf(statement.moduleSpecifier)];
  }
  if (ts.isImportDeclaration(statement) && statement.importClause?.namedBindings !== undefined) {
    const { namedBindings } = statement.importClause;
    if (ts.isNamedImports(namedBindings)) return [namedBindings.elements, textOf(statement.moduleSpecifier)];
  }
  return [];
}

function textOf(specifier: ts.Expression | undefined): string | undefined {
  return specifier !== undefined && ts.isStringLiteral(specifier) ? specifier.text : undefined;
}

/** The file of a module, also of another package of this repository. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith(".")) return join(dirname(from), specifier);
  const packages = `${from.slice(0, from.lastIndexOf("/packages/"))}/packages`;
  const [, internal, entry] = /^dehusk(?:\/internal\/(\w+)|\/(\w+))?$/.exec(specifier) ?? [];
  const path = internal ? `${internal}/index.ts` : entry ? `exports/${entry}.ts` : "index.ts";
  const found = join(packages, "dehusk", "src", path);
  if (!specifier.startsWith("dehusk") || !existsSync(found)) throw new Error(`${from} re-exports from ${specifier}.`);
  return found;
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  );
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}
