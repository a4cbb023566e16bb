/**
 * Run twice as separate processes by tests: appends pages to a site, each as the next one it knows of, until it has
 * appended some and been too late at least once. Prints the numbers it appended.
 */

import { setTimeout } from "node:timers/promises";
import { openStore } from "../open-store.ts";

const [place, site, me, other] = process.argv.slice(2) as [string, string, string, string];
const store = await openStore(place);
await store.setProgress(me, { records: 0, lastId: "", output: "", outputBytes: 0, failed: 0 });
while ((await store.progress(other)) === undefined) await setTimeout(1);
const own: number[] = [];
let late = 0;
for (let next = 1; own.length < 150 || late === 0; ) {
  // Large enough for the files of a store to grow while both have them open.
  const bytes = new Uint8Array(20_000).fill(next % 256);
  if (await store.append({ site, page: next, bytes })) own.push(next++);
  else {
    late++;
    next += (await store.read(site, next - 1)).pages.length;
  }
}
await store.close();
console.log(JSON.stringify(own));
