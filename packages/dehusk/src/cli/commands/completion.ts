import { DehuskError } from "../../basics/index.ts";
import { defineCommand } from "../command.ts";
import { commandTree } from "../command-tree.ts";
import { bashCompletion } from "../completion/bash.ts";
import { fishCompletion } from "../completion/fish.ts";
import { zshCompletion } from "../completion/zsh.ts";
import { Exit } from "../exit-codes.ts";
import { writeStdout } from "../output/write-output.ts";
import type { Commands } from "../run-program.ts";

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** `dehusk completion`, for the commands of a program. */
export function completionCommand(commands: () => Commands) {
  return defineCommand({
    inputs: { name: "shell", required: true, help: Object.keys(shells).join(", ") },
    options: {},
    details: "The script knows the commands of the packages installed when it was written.",
    examples: [
      'eval "$(dehusk completion bash)"',
      `dehusk completion zsh > "\${fpath[1]}/_dehusk"`,
      "dehusk completion fish > ~/.config/fish/completions/dehusk.fish",
    ],
    exits: { 0: "done", 2: "wrong usage" },
    async run({ inputs: [name = ""] }) {
      const write = Object.hasOwn(shells, name) ? shells[name as keyof typeof shells] : undefined;
      if (write === undefined) {
        throw new DehuskError("bad-option", `"${name}" must be one of ${Object.keys(shells).join(", ")}.`);
      }
      await writeStdout(write(await commandTree(commands())));
      return Exit.Done;
    },
  });
}
