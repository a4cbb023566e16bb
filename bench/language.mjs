// node language.mjs --data FOLDER [--data FOLDER] [--per-language 60]: the language of pages' content by dehusk, franc, eld and
// tinyld, on the same texts, by the language that the pages declare. Wrong declarations count against all alike.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { extract } from "dehusk";
import { scoreLanguages } from "dehusk/internal/extract";
import { eld } from "eld/medium";
import { franc } from "franc";
import { detect } from "tinyld";

const { values } = parseArgs({
  options: {
    data: { type: "string", multiple: true },
    "per-language": { type: "string", default: "60" },
    "per-host": { type: "string", default: "10" },
  },
});

/** ISO 639-3 of franc as 639-1. */
const short = {
  afr: "af",
  arb: "ar",
  aze: "az",
  azj: "az",
  bel: "be",
  bul: "bg",
  cat: "ca",
  ces: "cs",
  cym: "cy",
  dan: "da",
  deu: "de",
  ell: "el",
  eng: "en",
  spa: "es",
  ekk: "et",
  est: "et",
  eus: "eu",
  pes: "fa",
  fin: "fi",
  fra: "fr",
  gle: "ga",
  glg: "gl",
  heb: "he",
  hin: "hi",
  hrv: "hr",
  bos: "bs",
  srp: "sr",
  hun: "hu",
  hye: "hy",
  ind: "id",
  isl: "is",
  ita: "it",
  jpn: "ja",
  kat: "ka",
  kaz: "kk",
  kor: "ko",
  lit: "lt",
  lvs: "lv",
  mkd: "mk",
  khk: "mn",
  zlm: "ms",
  mya: "my",
  nob: "no",
  nno: "no",
  nld: "nl",
  npi: "ne",
  pol: "pl",
  por: "pt",
  ron: "ro",
  rus: "ru",
  slk: "sk",
  slv: "sl",
  als: "sq",
  swe: "sv",
  swh: "sw",
  tha: "th",
  tgl: "tl",
  tur: "tr",
  ukr: "uk",
  urd: "ur",
  vie: "vi",
  cmn: "zh",
  tam: "ta",
  tel: "te",
  ben: "bn",
};
const kin = { nb: "no", nn: "no", bs: "hr", sr: "hr", sh: "hr", ms: "id", iw: "he", fil: "tl" };
const same = (tag) => kin[tag] ?? tag;

const detectors = {
  dehusk: (text) => scoreLanguages(text)[0]?.language ?? "",
  franc: (text) => short[franc(text)] ?? "",
  eld: (text) => eld.detect(text).language,
  tinyld: (text) => detect(text),
};

const byLanguage = new Map();
const perHost = new Map();
const spent = Object.fromEntries(Object.keys(detectors).map((name) => [name, 0]));
for (const folder of values.data) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".jsonl.br"))) {
    for (const line of brotliDecompressSync(readFileSync(join(folder, file)))
      .toString()
      .split("\n")) {
      if (line === "") continue;
      const { html, url } = JSON.parse(line);
      const declared = /<html[^>]*\slang\s*=\s*["']?([a-z]{2})\b/i.exec(html.slice(0, 20_000))?.[1]?.toLowerCase();
      if (declared === undefined) continue;
      const language = same(declared);
      const rows = byLanguage.get(language) ?? [];
      if (rows.length >= Number(values["per-language"])) continue;
      const host = URL.canParse(url ?? "") ? new URL(url).host : file;
      const seen = perHost.get(host) ?? 0;
      if (seen >= Number(values["per-host"])) continue;
      let text;
      try {
        ({ text } = extract(html, { url, preset: "article" }));
      } catch {
        continue;
      }
      if (text.length < 300) continue;
      perHost.set(host, seen + 1);
      const row = {};
      for (const [name, run] of Object.entries(detectors)) {
        const start = performance.now();
        row[name] = same(run(text.slice(0, 4000))) === language;
        spent[name] += performance.now() - start;
      }
      byLanguage.set(language, [...rows, row]);
    }
  }
}
const names = Object.keys(detectors);
console.log(`| language | pages | ${names.join(" | ")} |\n|---|---|${names.map(() => "---|").join("")}`);
const share = (rows, name) => (rows.filter((row) => row[name]).length / rows.length).toFixed(3);
const all = [];
for (const [language, rows] of [...byLanguage].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))) {
  all.push(...rows);
  console.log(`| ${language} | ${rows.length} | ${names.map((name) => share(rows, name)).join(" | ")} |`);
}
console.log(`| all | ${all.length} | ${names.map((name) => share(all, name)).join(" | ")} |`);
const means = names.map(
  (name) => [...byLanguage.values()].reduce((sum, rows) => sum + Number(share(rows, name)), 0) / byLanguage.size,
);
console.log(`| mean of languages | ${byLanguage.size} | ${means.map((mean) => mean.toFixed(3)).join(" | ")} |`);
console.log(`| ms per text |  | ${names.map((name) => (spent[name] / all.length).toFixed(2)).join(" | ")} |`);
