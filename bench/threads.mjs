/**
 * Whether threads come out whole: as many posts as were counted by hand in the source of a page, in the order of the page.
 *
 *     node threads.mjs --data FOLDER [--pages true]
 *
 * thread-lengths.json has the counts, by the id of a page or its number in the set. Questions and answers count, remarks on them do not; where a page links to a story or shows a
 * picture, its comments count. Run after a build.
 */

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "dehusk";
import { things } from "dehusk/internal/things";
import { readSet } from "./data-sets.mjs";

const { values } = parseArgs({ options: { data: { type: "string" }, pages: { type: "string", default: "false" } } });
const lengths = JSON.parse(readFileSync(new URL("./thread-lengths.json", import.meta.url), "utf8"));
let pages = 0;
let right = 0;
for (const [set, counts] of Object.entries(lengths))
  for (const [i, { id, html, url }] of (await readSet(values.data, set)).entries()) {
    const count = counts[id] ?? counts[i];
    if (count === undefined) continue;
    pages++;
    const page = parse(html, { url: url ?? undefined });
    const { posts, comments } = things(html, { url: url ?? undefined });
    const found = posts ?? comments ?? [];
    const isRight = found.length === count && isInOrder(page.text, found);
    if (isRight) right++;
    else if (values.pages === "true") process.stdout.write(`${set}/${id} ${found.length} of ${count}\n`);
  }
process.stdout.write(`${right} of ${pages} threads whole and in order (${((100 * right) / pages).toFixed(1)} %)\n`);

/** Whether the texts begin one after another on the page; a text that is found nowhere, as its lines were joined, says nothing. */
function isInOrder(text, posts) {
  let at = 0;
  return posts.every((post) => {
    const start = post.text.split("\n")[0].slice(0, 60);
    if (start === "" || !text.includes(start)) return true;
    at = text.indexOf(start, at);
    return at++ >= 0;
  });
}
