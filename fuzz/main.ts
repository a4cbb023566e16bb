import { parseArgs } from "node:util";
import { runTarget } from "./run-targets.ts";
import type { Target } from "./target.ts";
import { archives, modelFiles, templateFiles } from "./targets/files.ts";
import { bytes, css, extraction, thingPages, urls, writers } from "./targets/pages.ts";
import { commands, resume, service } from "./targets/processes.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    inputs: { type: "string", default: "Infinity" },
    seed: { type: "string", default: "1" },
    target: { type: "string", multiple: true },
    only: { type: "string" },
  },
});

/** Inputs of a target before the next has its turn. */
const round: Readonly<Record<string, number>> = { resume: 1, models: 20, archives: 100 };
const usual = 500;

const all: readonly Target[] = [
  writers,
  extraction,
  thingPages,
  bytes,
  css,
  urls,
  archives,
  templateFiles,
  modelFiles,
  commands,
  resume,
  service(),
];
const targets = all.filter(({ name }) => values.target?.includes(name) ?? true);
const seed = Number(values.seed);
const deadline = performance.now() + Number(values.seconds) * 1000;
/** Inputs of each target. */
const most = Number(values.inputs);
const totals = new Map(targets.map(({ name }) => [name, { inputs: 0, milliseconds: 0, longest: 0, finds: 0 }]));

function printTotals(): void {
  for (const [name, { inputs, milliseconds, longest, finds }] of totals) {
    console.log(
      `${name}: ${inputs} inputs, ${(milliseconds / 1000).toFixed(0)} s, slowest ${longest.toFixed(0)} ms, ${finds} finds`,
    );
  }
}

/** How often a long run says how far it is, in milliseconds. */
const every = 300_000;

if (values.only !== undefined) {
  for (const target of targets)
    console.log(JSON.stringify(await runTarget(target, seed, Number(values.only), 1), null, 1));
} else {
  let next = performance.now() + every;
  while (performance.now() < deadline && [...totals.values()].some(({ inputs }) => inputs < most)) {
    if (performance.now() > next) {
      printTotals();
      next += every;
    }
    for (const target of targets) {
      const total = totals.get(target.name);
      if (total === undefined || performance.now() >= deadline) break;
      const count = Math.min(round[target.name] ?? usual, most - total.inputs);
      const tally = await runTarget(target, seed, total.inputs, count, deadline);
      total.inputs += tally.inputs;
      total.milliseconds += tally.milliseconds;
      total.longest = Math.max(total.longest, tally.longest);
      total.finds += tally.finds.length;
      for (const { oracle, detail, index } of tally.finds) {
        console.log(`FIND ${target.name} --seed ${seed} --only ${index}: ${oracle}: ${detail}`);
      }
    }
  }
  printTotals();
  process.exitCode = [...totals.values()].some(({ finds }) => finds > 0) ? 1 : 0;
}
for (const target of targets) await target.close?.();
