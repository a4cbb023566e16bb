import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { presets } from "../../extract/index.ts";
import { commandTree } from "../command-tree.ts";
import { commands } from "../main.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-completion-"));
  const tree = await commandTree(commands);
  await writeFile(join(folder, "dehusk.fish"), fishCompletion(tree));
  await writeFile(join(folder, "_dehusk"), zshCompletion(tree));
  await writeFile(join(folder, "init.zsh"), initZsh(folder));
  await writeFile(join(folder, "press-tab.zsh"), pressTab);
});
afterAll(() => rm(folder, { recursive: true }));

for (const shell of ["fish", "zsh"])
  if (!has(shell)) console.log(`${shell} is not installed: its completion is not tried`);

describe.each([
  ["fish", inFish],
  ["zsh", inZsh],
] as const)("%s", (shell, complete) => {
  test.skipIf(!has(shell))("completes commands, commands of groups, flags and choices", async () => {
    expect(await complete("dehusk ext")).toEqual(["extract"]);
    expect(await complete("dehusk classify ")).toEqual(["predict", "train"]);
    expect(await complete("dehusk extract --pre")).toEqual(["--precision", "--preset"]);
    expect(await complete("dehusk extract --preset ")).toEqual([...presets].sort());
    expect(await complete("dehusk classify train --cl")).toEqual(["--clean"]);
    expect(await complete("dehusk site --pre")).toEqual([]);
  });
});

async function inFish(line: string): Promise<string[]> {
  const code = `source ${join(folder, "dehusk.fish")}; complete -C ${JSON.stringify(line)}`;
  const { status, stdout, stderr } = spawnSync("fish", ["--no-config", "-c", code], { cwd: folder, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return namesOf(stdout.split("\n").map((each) => each.split("\t")[0] ?? ""));
}

async function inZsh(line: string): Promise<string[]> {
  await writeFile(join(folder, "found"), "");
  const { status } = spawnSync("zsh", ["-f", join(folder, "press-tab.zsh"), folder, line], { cwd: folder });
  expect(status).toBe(0);
  return namesOf((await readFile(join(folder, "found"), "utf8")).split("\n"));
}

/** Each candidate once; files of the folder are offered where no flag is known. */
function namesOf(found: readonly string[]): string[] {
  const own = ["dehusk.fish", "_dehusk", "init.zsh", "press-tab.zsh", "found"];
  return [...new Set(found)].filter((name) => name !== "" && !own.includes(name)).sort();
}

/** An interactive zsh with the completion, which notes what is offered and ends after the first Tab. */
const initZsh = (path: string) => `
PROMPT= fpath=(${path} $fpath)
autoload -U compinit
compinit -u -D
bindkey '^I' complete-word
zstyle ':completion:*' insert-tab false
compadd() {
  if [[ \${@[1,(i)(-|--)]} != *-(O|A|D)\\ * ]]; then
    local -a offered
    builtin compadd -A offered "$@"
    print -rl -- $offered >> ${path}/found
  fi
  builtin compadd "$@"
}
comppostfuncs=(exit)
print READY
`;

/** Types a line and Tab into that zsh. */
const pressTab = `
zmodload zsh/zpty || exit 1
zpty shell zsh -f -i
zpty -w shell "source $1/init.zsh"
zpty -r shell seen '*READY*'
zpty -n -w shell "$2"$'\\t'
while zpty -r shell seen; do :; done
exit 0
`;
