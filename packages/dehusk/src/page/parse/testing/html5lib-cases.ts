import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A tree-construction test. */
export interface TreeCase {
  readonly place: string;
  readonly html: string;
  readonly isFragment: boolean;
  readonly scripting: readonly boolean[];
  /** The tree without its doctype. */
  readonly tree: string;
}

/** Reads the `.dat` files of a folder. */
export function readTreeCases(folder: string): TreeCase[] {
  const cases: TreeCase[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".dat"))) {
    const text = readFileSync(join(folder, file), "utf8");
    const starts = [...text.matchAll(/^#data\n/gm)].map(({ index }) => index);
    for (const [i, start] of starts.entries()) {
      const own = text.slice(start, starts[i + 1]);
      const html = part(own, "#data\n", "\n#errors");
      const line = text.slice(0, start).split("\n").length;
      const scripting = /^#script-on$/m.test(own) ? [true] : /^#script-off$/m.test(own) ? [false] : [true, false];
      const tree = own
        .slice(own.indexOf("\n#document\n") + 11)
        .trimEnd()
        .replace(/^\| <!DOCTYPE[^\n]*\n?/m, "");
      const isFragment = own.includes("\n#document-fragment\n");
      cases.push({ place: `${file}:${line}`, html, isFragment, scripting, tree: tree.trimEnd() });
    }
  }
  return cases;
}

function part(text: string, before: string, after: string): string {
  const from = text.indexOf(before) + before.length;
  // Empty data has no line of its own.
  const to = text.indexOf(after, from - 1);
  return text.slice(from, Math.max(from, to));
}

/** A tokenizer test, for one of its states. */
export interface TokenCase {
  readonly place: string;
  readonly input: string;
  readonly state: string;
  readonly lastStartTag: string | undefined;
  readonly tokens: readonly (readonly unknown[])[];
}

interface TokenTest {
  readonly description: string;
  readonly input: string;
  readonly output: readonly (readonly unknown[])[];
  readonly initialStates?: readonly string[];
  readonly lastStartTag?: string;
  readonly doubleEscaped?: boolean;
}

/** Reads the `.test` files of a folder. */
export function readTokenCases(folder: string): TokenCase[] {
  const cases: TokenCase[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".test"))) {
    const { tests = [] } = JSON.parse(readFileSync(join(folder, file), "utf8")) as { tests?: TokenTest[] };
    for (const test of tests) {
      const { description, input, output, lastStartTag } = test.doubleEscaped ? unescaped(test) : test;
      for (const state of test.initialStates ?? ["Data state"]) {
        cases.push({ place: `${file}: ${description} (${state})`, input, state, lastStartTag, tokens: output });
      }
    }
  }
  return cases;
}

function unescaped(test: TokenTest): TokenTest {
  const plain = (value: unknown): unknown => {
    if (typeof value === "string") {
      return value.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    }
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [plain(name), plain(own)]));
  };
  return { ...test, input: plain(test.input) as string, output: plain(test.output) as TokenTest["output"] };
}
