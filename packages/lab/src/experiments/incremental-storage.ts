import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Experiment, ResolvedOptions } from "./experiment.ts";
import { measureSite } from "./incremental-figures.ts";
import { labelledHosts } from "./incremental-hosts.ts";
import { comparePeople } from "./incremental-people.ts";
import { describeShipped, measureShipped } from "./incremental-shipped.ts";
import { listLongSites, longSitesFolder, readLongSite, type StreamPage } from "./incremental-sites.ts";
import { describeStorage } from "./incremental-storage-report.ts";

/** Table 1 of "Incremental Web Page Template Detection", and what stands behind it. */
export const incrementalStorage: Experiment = {
  name: "incremental-storage",
  title: "Incremental template detection: storage at equal recall",
  needs: [longSitesFolder],
  chooses: true,
  async run(options) {
    const { data, limit, progress } = options;
    const folder = join(data, "extraction");
    const isThere = (await stat(folder).catch(() => undefined)) !== undefined;
    const people = isThere ? comparePeople(await labelledHosts(folder, limit, progress)) : undefined;
    const { name, title } = incrementalStorage;
    const described = options.shipped
      ? describeShipped(await measureSites(options, measureShipped), people)
      : describeStorage({ sites: await measureSites(options, measureSite), people });
    return { name, title, ...described };
  },
};

async function measureSites<Figures>(
  { data, limit, seed, progress }: ResolvedOptions,
  measure: (name: string, pages: readonly StreamPage[], seed: number) => Figures,
): Promise<Figures[]> {
  const sites: Figures[] = [];
  const files = await listLongSites(data);
  for (const [done, { name, path }] of files.entries()) {
    progress(done, files.length, name);
    const pages = await readLongSite(path, limit);
    if (pages.length > 0) sites.push(measure(name, pages, seed));
  }
  return sites;
}
