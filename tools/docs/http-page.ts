/** The parts of an OpenAPI document that the page shows. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly { name: string; in: string; description?: string; schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly description?: string }>>;
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** A reference page of the service's routes. */
export function httpPage(api: OpenApi): { text: string; routes: string[] } {
  const routes: string[] = [];
  const parts = [
    "# HTTP\n\nThe routes of `dehusk serve`, from its OpenAPI document (`GET /openapi.json`). [The guide](../guide/service.md) explains how to run it.\n",
  ];
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (method === "head") continue;
      const name = `${method.toUpperCase()} ${path}`;
      routes.push(name);
      parts.push(`## ${name}\n`, `${operation.summary ?? ""}\n`);
      if (operation.description !== undefined) parts.push(`${operation.description}\n`);
      const rows = (operation.parameters ?? []).map(
        ({ name: own, in: where, description, schema }) =>
          `| \`${own}\` | ${where} | ${typeOf(schema)} | ${cell(description ?? schema.description ?? "")} |`,
      );
      if (rows.length > 0) parts.push(["| parameter | in | value | |", "|---|---|---|---|", ...rows, ""].join("\n"));
      const bodies = Object.keys(operation.requestBody?.content ?? {});
      if (bodies.length > 0) parts.push(`Bodies: ${bodies.map((type) => `\`${type}\``).join(", ")}.\n`);
      const answers = Object.entries(operation.responses).map(
        ([status, { description }]) => `| ${status} | ${cell(description ?? "")} |`,
      );
      parts.push(["| status | |", "|--:|---|", ...answers, ""].join("\n"));
    }
  }
  return { text: parts.join("\n"), routes };
}

function typeOf(schema: Schema): string {
  const { anyOf, enum: names, type, default: usual } = schema;
  const choices = names ?? anyOf?.flatMap((each) => each.const ?? each.enum ?? []);
  const shown =
    choices !== undefined && choices.length > 0 ? choices.map((each) => `\`${each}\``).join(", ") : (type ?? "any");
  return cell(usual === undefined ? shown : `${shown} (default ${JSON.stringify(usual)})`);
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
