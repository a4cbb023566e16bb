/** Run as a separate process by tests, until killed: appends pages, compacts them, and prints each page's number. */

import { openStore } from "../open-store.ts";

const [place, site] = process.argv.slice(2) as [string, string];
const store = await openStore(place);
for (let page = 1; ; page++) {
  const progress = { records: page, lastId: "", output: "", outputBytes: 0, failed: 0 };
  await store.append({ site, page, bytes: new Uint8Array(9000).fill(page), run: { name: "run", progress } });
  console.log(page);
  if (page % 7 === 0) await store.compact(site, page, new TextEncoder().encode(String(page)));
}
