// Writes files of pages of some sites into a folder, and their names to standard output.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const sites = ["shop.example", "news.example", "wiki.example", "blog.example"];

for (let f = 0; f < 5; f++) {
  const lines = Array.from({ length: 16 }, (_, i) => JSON.stringify(pageOf(16 * f + i)));
  const name = `pages-${f}.jsonl`;
  writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
  console.log(name);
}

function pageOf(number) {
  const site = sites[number % sites.length];
  const words = Array.from({ length: 150 }, (_, i) => `w${(number * 7919 + i * 104_729) % 99_991}`).join(" ");
  const links = Array.from({ length: 20 }, (_, i) => `<li><a href="/${i}">${site} section ${i}</a></li>`).join("");
  const html = `<title>Story ${number}</title><nav><ul>${links}</ul></nav><main><h1>Story ${number}</h1><p>${words}.</main>
<footer>All rights reserved by ${site}</footer>`;
  return { id: `p${number}`, url: `https://www.${site}/${number}`, html };
}
