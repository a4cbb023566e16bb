import type { CommandGroup } from "dehusk/internal/cli";
import { statusCommand } from "./status-command.ts";
import { submitCommand } from "./submit-command.ts";
import { workCommand } from "./work-command.ts";

/** `dehusk cluster submit`, `work` and `status`. What needs Redis is loaded when it is used. */
export const command: CommandGroup = {
  details: `
A run is a batch over many files, on any number of machines. "submit" plans it and puts it into a queue in Redis (or
Valkey), "work" does tasks from the queue, "status" shows the progress. Data goes through folders that all machines share
under the same paths.

  map      a WARC file, or a piece of one   → its pages, in partitions by site
  reduce   a partition of sites             → its lines
  compare  with --dedup: a partition of what near-duplicates have in common → pages to drop
  write    lines without those              → part-00000.jsonl.gz, …, and manifest.json

If a worker is killed, Redis restarts or a page crashes its thread, nothing is lost and nothing is written twice. See docs/guide/many-machines.md.`,
  examples: [
    "dehusk cluster submit /data/crawl/*.warc.gz --out /data/clean --redis redis://queue:6379",
    "dehusk cluster work --redis redis://queue:6379            (on each machine)",
    "dehusk cluster status --redis redis://queue:6379 --watch",
  ],
  commands: {
    submit: { about: "add a run to the queue", ...submitCommand },
    work: { about: "run tasks from the queue", ...workCommand },
    status: { about: "show the progress of runs", ...statusCommand },
  },
};
