/**
 * Run by tests as one of several processes on one folder, until it is killed: appends pages to a site and compacts them, with
 * frequent snapshots. Prints the number of each page that it could append.
 */

import { DiskStore } from "../disk-store.ts";

const [place, me] = process.argv.slice(2) as [string, string];
const store = await DiskStore.open(place, 5000);
let next = 1;
for (;;) {
  const text = new TextEncoder().encode(`${me} ${next} ${"x".repeat(next % 500)}`);
  const progress = { records: next, lastId: me, output: "", outputBytes: 0, failed: 0 };
  if (await store.append({ site: "a", page: next, bytes: text, run: { name: me, progress } })) {
    console.log(next);
    if (next % 10 === 0) await store.compact("a", next, new TextEncoder().encode(`table ${next}`));
    next++;
  } else {
    const { table, pages } = await store.read("a", next - 1);
    next = pages.length + (table === undefined ? next : Number(new TextDecoder().decode(table).slice(6)) + 1);
  }
}
