import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A fenced block of a page. */
export interface Snippet {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  /**
   * Where it runs, from the word after the language: in a `clone`, on `engines` that `npm run test:engines` installs, in a page of
   * a `browser`, as the `config` of a command, or of a client of `mcp`; otherwise in a folder with the packages installed.
   */
  readonly needs: string;
  readonly code: string;
}

/** The pages that people wrote; generated ones quote comments, whose examples are not whole programs. */
export function handWritten(root: string): string[] {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.startsWith(".vitepress") && !generated.test(name))
    .map((name) => `docs/${name}`);
  const packages = ["dehusk", "server", "cluster", "lab", "spark"].map((name) => `packages/${name}/README.md`);
  return ["README.md", ...packages, ...docs.sort()];
}

const generated = /^(?:reference\/(?:api\/|http|codes|command-line|features)|guide\/mcp-session|research\/peers)/;

/** All blocks of a page that are code in a language. */
export function snippetsOf(root: string, file: string): Snippet[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/^( *)```(\w+)(?: (\w+))?\n(.*?)^\1```$/gms)].map((match) => {
    const [, indent = "", language = "", needs = "", code = ""] = match;
    const line = text.slice(0, match.index).split("\n").length;
    return { file, line, language, needs, code: code.replaceAll(new RegExp(`^${indent}`, "gm"), "") };
  });
}
