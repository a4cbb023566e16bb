/** Checks answers of the service against its own OpenAPI document: strictly, so that what is not described is a failure. */

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** What of an answer the document does not describe; nothing for paths that it leaves out, such as files. */
export async function undescribed(api: ApiDocument, method: string, path: string, answer: Response): Promise<string[]> {
  const methods = methodsAt(api, path);
  if (methods === undefined) return [];
  const place = `${method} ${path} ${answer.status}`;
  // A method that a path does not have is answered as for any other of its methods.
  const operation = methods[method.toLowerCase()] ?? Object.values(methods)[0];
  const response = operation?.responses[String(answer.status)];
  if (response === undefined) return answer.status === 405 ? [] : [`${place}: status is not described`];
  const type = (answer.headers.get("content-type") ?? "").split(";")[0] as string;
  const schema = response.content?.[type]?.schema;
  if (schema === undefined) return [`${place}: ${type} is not described`];
  const text = await answer.clone().text();
  return problems(schema, type === "application/json" ? JSON.parse(text) : text, place);
}

function methodsAt({ paths }: ApiDocument, path: string): Readonly<Record<string, Operation>> | undefined {
  const [wanted = ""] = path.split("?");
  for (const [known, methods] of Object.entries(paths)) {
    const pattern = known.replace(/\{\w+\}/g, "[^/]+");
    if (new RegExp(`^${pattern}$`).test(wanted)) return methods;
  }
  return undefined;
}

function problems(schema: Schema, value: unknown, place: string): string[] {
  if (schema.anyOf !== undefined) {
    const found = schema.anyOf.map((each) => problems(each, value, place));
    return found.some((each) => each.length === 0) ? [] : (found[0] as string[]);
  }
  const wrong = (why: string): string[] => [`${place}: ${why}: ${JSON.stringify(value)?.slice(0, 80)}`];
  if (schema.const !== undefined) return schema.const === value ? [] : wrong(`is not ${schema.const}`);
  if (schema.enum !== undefined) return schema.enum.includes(value) ? [] : wrong(`is not one of ${schema.enum}`);
  if (schema.type === "array") {
    if (!Array.isArray(value)) return wrong("is not an array");
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items = {} } = schema;
    if (value.length < minItems || value.length > maxItems) return wrong("has the wrong length");
    return value.flatMap((each, i) => problems(items, each, `${place}[${i}]`));
  }
  if (schema.type === "object") return objectProblems(schema, value, place);
  if (schema.type === "integer") return Number.isInteger(value) ? [] : wrong("is not an integer");
  if (schema.type === "null") return value === null ? [] : wrong("is not null");
  return typeof value === schema.type ? [] : wrong(`is not of type ${schema.type}`);
}

function objectProblems(schema: Schema, value: unknown, place: string): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${place}: is not an object`];
  const { properties = {}, patternProperties = {}, required = [] } = schema;
  const missing = required.filter((name) => !(name in value)).map((name) => `${place}: has no ${name}`);
  const others = Object.entries(value).flatMap(([name, each]) => {
    const pattern = Object.keys(patternProperties).find((one) => new RegExp(one, "u").test(name));
    const known = properties[name] ?? (pattern === undefined ? undefined : patternProperties[pattern]);
    return known === undefined ? [`${place}.${name}: is not described`] : problems(known, each, `${place}.${name}`);
  });
  return [...missing, ...others];
}
