import { escaped } from "dehusk/internal/drawing";

/** The parts of an OpenAPI document that the page shows. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly (Named & { readonly in: string; readonly required?: boolean })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly description?: string; readonly content?: Readonly<Record<string, { schema: Schema }>> }>
  >;
}

interface Named {
  readonly name: string;
  readonly description?: string;
  readonly schema: Schema;
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** No scripts, nothing from other origins. */
export const docsPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const style = `
:root { color-scheme: light dark; --line: light-dark(#d5d9de, #3a4048); --soft: light-dark(#f4f6f8, #1c2126); --link: light-dark(#0b57b5, #8ab8ff); }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; background: light-dark(#fff, #14181c); color: light-dark(#1b1f24, #e4e8ec); }
a { color: var(--link); }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; padding: 0.75rem; }
section { border-top: 1px solid var(--line); margin-top: 2rem; }
h2 code { font-size: 1.125rem; font-weight: 600; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9375rem; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: 0.375rem 0.75rem 0.375rem 0; text-align: left; vertical-align: top; }
`;

/** An OpenAPI document as a page for people. */
export function docsPage(api: OpenApi): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== "head")
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, method, path, operation })),
  );
  const items = operations.map(
    ({ name, operation }) =>
      `<li><a href="#${anchor(name)}"><code>${escaped(name)}</code></a> ${escaped(operation.summary ?? "")}</li>`,
  );
  const sections = operations.map(({ name, method, path, operation }) => drawOperation(name, method, path, operation));
  const { title, version, description } = api.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} ${escaped(version)}: the service</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escaped(title)} ${escaped(version)}</h1>
<p>${escaped(description ?? "")}</p>
<p><a href="/">Inspector</a> · <a href="/openapi.json">OpenAPI document</a></p>
</header>
<main>
<nav aria-label="Routes"><ul>
${items.join("\n")}
</ul></nav>
${sections.join("\n")}
</main>
</body>
</html>
`;
}

function drawOperation(name: string, method: string, path: string, operation: Operation): string {
  const { parameters = [], requestBody, responses } = operation;
  const parts = [`<h2><code>${escaped(name)}</code></h2>`, `<p>${escaped(operation.summary ?? "")}.</p>`];
  if (requestBody !== undefined) {
    parts.push("<h3>Body</h3>");
    const rows = Object.entries(requestBody.content).map(([type, { schema }]) => [
      `<code>${escaped(type)}</code>`,
      escaped(schema.description ?? describeFields(schema)),
    ]);
    parts.push(table(["type", "what it holds"], rows));
  }
  if (parameters.length > 0) {
    parts.push("<h3>Parameters</h3>");
    const rows = parameters.map(({ name: own, in: where, description, schema }) => [
      `<code>${escaped(own)}</code>`,
      where === "path" ? "in the path" : "in the query",
      describeValue(schema),
      escaped(description ?? schema.description ?? ""),
    ]);
    parts.push(table(["name", "where", "value", "what it is"], rows));
  }
  parts.push("<h3>Answers</h3>");
  const rows = Object.entries(responses).map(([status, { description, content }]) => {
    const schema = Object.values(content ?? {})[0]?.schema;
    return [`<code>${escaped(status)}</code>`, escaped(description ?? ""), escaped(describeFields(schema))];
  });
  parts.push(table(["status", "when", "fields"], rows));
  parts.push(`<h3>Try it</h3><pre tabindex="0"><code>${escaped(curlLine(method, path, requestBody))}</code></pre>`);
  return `<section id="${anchor(name)}">\n${parts.join("\n")}\n</section>`;
}

function curlLine(method: string, path: string, body: Operation["requestBody"]): string {
  const address = `http://127.0.0.1:8380${path.replace("{site}", "example.org")}`;
  if (method === "get") return `curl '${address}'`;
  const takesHtml = body?.content["text/html"] !== undefined;
  if (takesHtml) return `curl --data-binary @page.html -H 'Content-Type: text/html' '${address}'`;
  return `curl --json '{"url":"https://example.org/"}' '${address}'`;
}

/** The values that a schema allows, as HTML. */
function describeValue(schema: Schema): string {
  const code = (value: unknown): string => `<code>${escaped(String(value))}</code>`;
  const kind = schema.enum === undefined ? escaped(typeName(schema)) : schema.enum.map(code).join(", ");
  const range = [
    ...(schema.minimum === undefined ? [] : [`from ${schema.minimum}`]),
    ...(schema.maximum === undefined ? [] : [`to ${schema.maximum}`]),
  ].join(" ");
  const usual = schema.default === undefined ? "" : `; default ${code(schema.default)}`;
  return `${kind}${range === "" ? "" : ` ${range}`}${usual}`;
}

function typeName({ type, anyOf, const: fixed, enum: names }: Schema): string {
  if (fixed !== undefined) return JSON.stringify(fixed);
  if (names !== undefined) return names.join(" or ");
  return anyOf === undefined ? (type ?? "anything") : anyOf.map(typeName).join(" or ");
}

/** The fields of an object, by name and type. */
function describeFields(schema: Schema | undefined): string {
  if (schema?.properties === undefined) return schema === undefined ? "" : typeName(schema);
  return Object.entries(schema.properties)
    .map(([name, field]) => {
      const inner = field.type === "array" ? `[${describeFields(field.items) || "…"}]` : objectOf(field);
      return inner === undefined ? name : `${name}: ${inner}`;
    })
    .join(", ");
}

function objectOf(field: Schema): string | undefined {
  return field.properties === undefined ? undefined : `{ ${Object.keys(field.properties).join(", ")} }`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join("");
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);
  return `<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>\n${lines.join("\n")}\n</tbody></table></div>`;
}

function anchor(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/-$/, "");
}
