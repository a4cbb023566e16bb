import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { makeResponse } from "../../packages/dehusk/src/corpus/testing/make-warc.ts";
import { madeUpSite } from "../../packages/dehusk/src/detect/testing/made-up-sites.ts";
import { asLines, labelledLines } from "../../packages/dehusk/src/train/testing/labelled-lines.ts";
import { type Installed, root, tool } from "../testing/installed.ts";

const sentence =
  "The mill stood by the river, and nobody in the valley could say who had built it, or when it last ground corn. ";

/** A page in the frame that all pages of a site have. */
export const story = (title: string, words = sentence, site = "The Daily"): string =>
  `<!doctype html><html lang="en"><title>${title} | ${site}</title><meta name="keywords" content="mill, river">
<nav><a href="/">Home</a> <a href="/news">News</a></nav>
<main><h1>${title}</h1><p>${words.repeat(3)}</p><h2>Later</h2><p>${words.repeat(2)}</p></main>
<footer><a href="/terms">Terms</a> © ${site}</footer></html>`;

/** Files with the names that the pages of docs use, beside the packages. */
export function putFiles(folder: string): void {
  const put = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  const putSet = (name: string, records: readonly object[]) =>
    put(`data/${name}.jsonl.br`, brotliCompressSync(asLines(records)));

  put("page.html", story("The old mill"));
  for (const name of ["one", "two", "three"])
    put(`saved-pages/${name}.html`, story(`Story ${name}`, `${name} ${sentence}`));
  for (let s = 0; s < 6; s++) {
    for (let p = 0; p < 8; p++) {
      const words = Array.from({ length: 18 }, (_, i) => `word${(s * 131 + p * 17 + i * 7) % 997}`).join(" ");
      put(`sites/site${s}/page${p}.html`, story(`Title ${s}.${p}`, `${words}. `, `Daily ${s}`));
      put(`pages/site${s}/page${p}.html`, story(`Title ${s}.${p}`, `${words}. ${sentence}`, `Daily ${s}`));
    }
  }
  const record = { id: "2", url: "https://a.example/two", html: story("Two") };
  put("pages.jsonl", asLines([record]));
  for (const name of ["crawl.warc.gz", "crawl/1.warc.gz", "data/crawl-1.warc.gz"])
    put(name, gzipSync(makeResponse("https://a.example/one", story("One"))));
  const models = join(root, "packages", "dehusk", "models");
  put("frequencies.json", readFileSync(join(models, "document-frequencies.json")));
  mkdirSync(join(folder, "models"));
  symlinkSync(join(root, "node_modules", "playwright-core"), join(folder, "node_modules", "playwright-core"));

  putLabelled(putSet);
  put("labelled/mine.jsonl", asLines([0, 1, 2, 3, 4, 5].flatMap((site) => labelledLines(site, 3))));
}

/** Sets with true text, sets whose texts people labelled, and pages of sites, in the form that training and measuring take. */
function putLabelled(putSet: (name: string, records: readonly object[]) => void): void {
  // Training takes the first, and leaves out the others, which are mostly other tools' own.
  const sets = [
    "wcxb",
    "trafilatura-eval",
    "chinese-wced",
    "readability",
    "defuddle-fixtures",
    "newspaper4k-fixtures",
    "llm-webkit-bench",
    "postlight-fixtures",
    "recipes",
  ];
  for (const [i, name] of sets.entries()) {
    const sites = i === 0 ? [0, 1, 2, 3, 4, 5] : [i];
    putSet(`extraction/${name}`, [...sites.flatMap((site) => labelledLines(site, 1)), pageWithParts(i)]);
  }
  for (let site = 0; site < 12; site++) {
    const { name, html } = madeUpSite(site);
    const pages = Array.from({ length: 8 }, (_, page) => page);
    putSet(
      `sites/${name}`,
      pages.map((page) => ({ id: `${page}`, url: `https://${name}.example/${page}`, html: html(page) })),
    );
  }
  const marks: Record<string, (text: string, isContent: boolean) => string> = {
    "google-trends-2017": (text, isContent) => `<span __boilernet_label="${isContent ? 1 : 0}">${text}</span>`,
    "krdwrd-canola": (text, isContent) => `<kw class="krdwrd-tag-${isContent ? 3 : 1}">${text}</kw>`,
    "l3s-gn1": (text, isContent) => `<span class="x-nc-sel${isContent ? 2 : 0}">${text}</span>`,
  };
  for (const [name, mark] of Object.entries(marks)) {
    const page = (write: typeof mark) =>
      `<title>Mill</title><ul><li>${write("Home of the news", false)}</li></ul><p>${write(sentence.repeat(3), true)}</p>`;
    const record = { url: "https://news.example/1", html: page((text) => text), expectedHtml: page(mark) };
    putSet(
      `extraction/${name}`,
      ["1", "2"].map((id) => ({ id, ...record })),
    );
  }
}

/** A page whose true text has items, cells and a link. */
function pageWithParts(i: number): object {
  const items = ["flour from the north", "barley and rye", "oats for the horses"];
  const list = items.map((item) => `<li>The mill ground ${item}</li>`).join("");
  const table =
    "<tr><td>Wheat in the cellar</td><td>12 sacks</td></tr><tr><td>Oats in the loft</td><td>30 sacks</td></tr>";
  const inside = `<h1>Mill ${i}</h1><p>${sentence.repeat(4)} See <a href="https://river.example/${i}">the river</a>.</p>
<ul>${list}</ul><table>${table}</table><p>${sentence.repeat(2)}</p>`;
  const text = inside.replaceAll(/<\/(?:li|td|h1|p)>/g, "\n").replaceAll(/<[^>]*>/g, "");
  const html = `<title>Mill ${i}</title><nav><a href="/">Home</a></nav><main>${inside}</main><footer>© The Daily</footer>`;
  return {
    id: "parts",
    url: `https://mill${i}.example/`,
    lang: "en",
    html,
    text,
    meta: { author: "A. Miller", date: "2024-05-01" },
  };
}

/** What a clone has after `npm ci && npm run build`, in the benchmark too. */
export function putClone(folder: string): void {
  const copied = ["bench", "examples", "packages", "package.json", "LICENSE", "tsconfig.json"];
  const isLeftOut = (path: string) => /\/(?:node_modules|golden|\.venv)$|\.local$/.test(path);
  for (const name of copied)
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !isLeftOut(path) });
  for (const name of ["node_modules", "bench/node_modules"]) symlinkSync(join(root, name), join(folder, name));
}

/** Programs on the path: the installed `dehusk` as a service that is waited for, npm without a network. */
export function putPrograms(bin: string, { folder, bin: dehusk }: Installed): void {
  const put = (name: string, script: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  mkdirSync(bin);
  // A service goes on while the next lines of its snippet run. Pages come from a server on this machine.
  put(
    "dehusk",
    `dehusk() { "${process.execPath}" "${dehusk}" "$@"; }
# The program itself, not a shell around it, is what ends after the snippet.
start() {
  said=$(mktemp "${folder}/service-XXXXXX")
  "${process.execPath}" "${dehusk}" "$@" 2> "$said" > /dev/null & service=$!
  echo $service >> "${folder}/services"
  until [ -s "$said" ]; do kill -0 $service || { cat "$said" >&2; exit 1; }; sleep 0.1; done
}
case "$* " in
  "serve "*) start "$@" --port "$PORT" ;;
  *--until-idle*) dehusk "$@" ;;
  "cluster work "*) start "$@" ;;
  "extract http"* | *" --fetch "*) dehusk "$@" --allow-private ;;
  *) dehusk "$@" ;;
esac`,
  );
  put("npx", `while [ "$1" = -y ] || [ "$1" = -p ]; do [ "$1" = -y ] || shift; shift; done; exec "$@"`);
  put("deno", `exec "${tool(".bin/deno")}" "$@"`);
  // What is installed and built is there, or else it fails; the tests were started by npm test and npm run test:engines.
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((each) => each !== bin);
  put("pip", `[ "$1" = install ] && python -c 'import dehusk_spark, pyspark'`);
  put(
    "npm",
    `case "$*" in
  "install "*) shift; [ "$1" != -g ] || shift; for name in "$@"; do [ -d "node_modules/$name" ] || exit 1; done ;;
  ci | "run build" | test) [ -d node_modules ] ;;
  *) PATH="${path.join(delimiter)}" exec npm "$@" ;;
esac`,
  );
}
