import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Experiment } from "./experiment.ts";
import { measureSite, type SiteFigures } from "./incremental-figures.ts";
import { labelledHosts } from "./incremental-hosts.ts";
import { comparePeople } from "./incremental-people.ts";
import { listLongSites, longSitesFolder, readLongSite } from "./incremental-sites.ts";
import { describeStorage } from "./incremental-storage-report.ts";

/** Table 1 of "Incremental Web Page Template Detection", and what stands behind it. */
export const incrementalStorage: Experiment = {
  name: "incremental-storage",
  title: "Incremental template detection: storage at equal recall",
  needs: [longSitesFolder],
  async run({ data, limit, seed, progress }) {
    const sites: SiteFigures[] = [];
    const files = await listLongSites(data);
    for (const [done, { name, path }] of files.entries()) {
      progress(done, files.length, name);
      const pages = await readLongSite(path, limit);
      if (pages.length > 0) sites.push(measureSite(name, pages, seed));
    }
    const folder = join(data, "extraction");
    const isThere = (await stat(folder).catch(() => undefined)) !== undefined;
    const people = isThere ? comparePeople(await labelledHosts(folder, limit, progress)) : undefined;
    const { name, title } = incrementalStorage;
    return { name, title, ...describeStorage({ sites, people }) };
  },
};
