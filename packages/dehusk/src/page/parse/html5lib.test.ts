import { existsSync } from "node:fs";
import { join } from "node:path";
import { parse as parse5 } from "parse5";
import { describe, expect, test } from "vitest";
import { defaultLimits, startDeadline } from "../limits.ts";
import { parseSource } from "./index.ts";
import { dumpParse5, dumpTree } from "./testing/dump-tree.ts";
import { readTokenCases, readTreeCases, type TokenCase } from "./testing/html5lib-cases.ts";
import { treeOfTokens } from "./testing/tree-of-tokens.ts";

/** The tests of https://github.com/html5lib/html5lib-tests, which are not part of this repository. */
const folder = process.env["DEHUSK_HTML5LIB_TESTS"] ?? "";
const isThere = folder !== "" && existsSync(join(folder, "tree-construction"));
if (!isThere) console.log("html5lib tests skipped: DEHUSK_HTML5LIB_TESTS is not the path of a folder with them.");

function treeOf(html: string, scripting = true): string {
  const options = { scripting, sourceRanges: false };
  return dumpTree(parseSource(html, options, defaultLimits, startDeadline(defaultLimits)));
}

describe.skipIf(!isThere)("html5lib", () => {
  test("tree construction: every test that parse5 passes", () => {
    const counts = { run: 0, passed: 0, passedByParse5: 0, fragments: 0 };
    const failed: string[] = [];
    for (const { place, html, isFragment, scripting, tree } of readTreeCases(join(folder, "tree-construction"))) {
      if (isFragment) {
        counts.fragments++;
        continue;
      }
      for (const flag of scripting) {
        counts.run++;
        const own = treeOf(html, flag) === tree;
        const oracle = dumpParse5(parse5(html, { scriptingEnabled: flag })) === tree;
        if (own) counts.passed++;
        if (oracle) counts.passedByParse5++;
        if (oracle && !own) failed.push(place);
      }
    }
    console.log("html5lib tree construction", counts);
    expect(failed).toEqual([]);
    expect(counts.run).toBeGreaterThan(1000);
  });

  test("tokenizer: the tree that the tokens imply", () => {
    const counts = { run: 0, byTokens: 0, byParse5: 0, unreachable: 0 };
    const failed: string[] = [];
    for (const own of readTokenCases(join(folder, "tokenizer"))) {
      const before = contextOf(own);
      if (before === undefined) {
        counts.unreachable++;
        continue;
      }
      counts.run++;
      const tree = treeOf(before + own.input);
      // Tokenizer tests ignore elements that switch its state, and where CDATA is allowed.
      const isAlone = own.tokens.some(([kind, name]) => kind === "StartTag" && switches.has(name as string));
      const byTokens = !isAlone && tree === dumpParse5(treeOfTokens(before, own.tokens));
      if (byTokens) counts.byTokens++;
      else if (tree === dumpParse5(parse5(before + own.input))) counts.byParse5++;
      else failed.push(own.place);
    }
    console.log("html5lib tokenizer", counts);
    expect(failed).toEqual([]);
    expect(counts.run).toBeGreaterThan(4000);
  });
});

const switches = new Set(
  "title textarea style xmp iframe noembed noframes noscript script plaintext svg math".split(" "),
);

/** HTML that puts the tokenizer into a test's state; undefined if there is none. */
function contextOf({ state, lastStartTag }: TokenCase): string | undefined {
  switch (state) {
    case "Data state":
      return "";
    case "RCDATA state":
      return tagFor(lastStartTag, ["title", "textarea"]);
    case "RAWTEXT state":
      return tagFor(lastStartTag, ["style", "xmp", "iframe", "noembed", "noframes"]);
    case "Script data state":
      return tagFor(lastStartTag, ["script"]);
    case "PLAINTEXT state":
      return "<plaintext>";
    default:
      return "<svg><![CDATA[";
  }
}

function tagFor(name: string | undefined, allowed: readonly string[]): string | undefined {
  if (name === undefined) return `<${allowed[0]}>`;
  return allowed.includes(name) ? `<${name}>` : undefined;
}
