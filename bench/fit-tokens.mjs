// node fit-tokens.mjs --data FOLDER [--texts 1000]: fits the weights of `estimateTokens` (packages/dehusk/src/chunks) to OpenAI's
// o200k_base: the content of pages from many sets, in many languages; half of the texts fit, the other half measures.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { estimateTokens, extract } from "dehusk";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const { values } = parseArgs({
  options: { data: { type: "string", multiple: true }, texts: { type: "string", default: "1000" } },
});

/** What is counted in a text, as `estimateTokens` does: runs of a class, and letters by script. */
const scripts = [
  ["accented", 0x00c0, 0x024f],
  ["greek", 0x0370, 0x03ff],
  ["cyrillic", 0x0400, 0x052f],
  ["arabic", 0x0600, 0x077f],
  ["thai, lao", 0x0e00, 0x0eff],
  ["burmese", 0x1000, 0x109f],
  ["khmer", 0x1780, 0x17ff],
  ["kana", 0x3040, 0x30ff],
  ["han", 0x3400, 0x9fff],
  ["hangul", 0xac00, 0xd7af],
];
const names = [
  "word",
  "letter after the sixth",
  "digits",
  "signs",
  "newline",
  ...scripts.map(([name]) => name),
  "other",
];

function countsOf(text) {
  const counts = new Float64Array(names.length);
  let [run, before] = [0, ""];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const kind = classOf(code);
    run = kind === before ? run + 1 : 1;
    before = kind;
    if (kind === "ascii") {
      if (run === 1) counts[0]++;
      else if (run > 6) counts[1]++;
    } else if (kind === "digit") counts[2] += run % 3 === 1 ? 1 : 0;
    else if (kind === "sign") counts[3] += run === 1 || run % 16 === 0 ? 1 : 0;
    else if (kind === "newline") counts[4] += run === 1 ? 1 : 0;
    else if (kind === "other") {
      const script = scripts.findIndex(([, from, to]) => code >= from && code <= to);
      counts[script < 0 ? names.length - 1 : 5 + script]++;
    }
  }
  return counts;
}

function classOf(code) {
  if (code === 0x0a) return "newline";
  if (code === 0x20 || code === 0x09 || code === 0x0d || code === 0xa0) return "space";
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)) return "ascii";
  if (code >= 0x30 && code <= 0x39) return "digit";
  if (code < 0xc0 || (code >= 0x2000 && code <= 0x2bff) || (code >= 0x3000 && code <= 0x303f)) return "sign";
  return "other";
}

/** Least squares of relative errors with weights from 0 on, by coordinate descent. */
function fit(rows) {
  const scaled = rows.map(({ counts, tokens }) => counts.map((count) => count / tokens));
  const weights = new Float64Array(names.length).fill(0.5);
  const sums = scaled.map((row) => row.reduce((sum, value, i) => sum + value * weights[i], 0));
  for (let round = 0; round < 500; round++) {
    for (let i = 0; i < names.length; i++) {
      let [dot, square] = [0, 0];
      for (const [r, row] of scaled.entries()) {
        dot += row[i] * (1 - sums[r]);
        square += row[i] * row[i];
      }
      if (square === 0) continue;
      const next = Math.max(0, weights[i] + dot / square);
      for (const [r, row] of scaled.entries()) sums[r] += row[i] * (next - weights[i]);
      weights[i] = next;
    }
  }
  return weights;
}

/** Texts from all files in turn, so that no set dominates. */
function readTexts(most) {
  const files = values.data.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl.br"))
      .map((name) => join(folder, name)),
  );
  const each = Math.ceil(most / files.length);
  return files.flatMap((file) => {
    const lines = brotliDecompressSync(readFileSync(file)).toString().split("\n").filter(Boolean);
    const step = Math.max(1, Math.floor(lines.length / each));
    return lines
      .filter((_, i) => i % step === 0)
      .slice(0, each)
      .flatMap((line) => {
        const { html, url } = JSON.parse(line);
        try {
          const { markdown } = extract(html, { url });
          return markdown.length < 200 ? [] : [markdown.slice(0, 20_000)];
        } catch {
          return [];
        }
      });
  });
}

const rows = readTexts(Number(values.texts)).map((text) => {
  return { counts: countsOf(text), tokens: countTokens(text), shipped: estimateTokens(text) };
});
const weights = fit(rows.filter((_, i) => i % 2 === 0));
const measured = rows.filter((_, i) => i % 2 === 1);
const percentiles = (ratios) => {
  const sorted = [...ratios].sort((a, b) => a - b);
  return [0.05, 0.5, 0.95].map((share) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(3)).join(" ");
};
const seen = names.map((_, i) => rows.reduce((sum, { counts }) => sum + counts[i], 0));
console.log("| counted | weight | seen |\n|---|---|---|");
for (const [i, name] of names.entries()) console.log(`| ${name} | ${weights[i].toFixed(3)} | ${seen[i]} |`);
const fitted = measured.map(
  ({ counts, tokens }) => tokens / counts.reduce((sum, count, i) => sum + count * weights[i], 0),
);
console.log(`\ntrue tokens over the estimate at the 5th, 50th and 95th percentile of ${measured.length} other texts:`);
console.log(
  `fitted here ${percentiles(fitted)}; shipped ${percentiles(measured.map(({ tokens, shipped }) => tokens / shipped))}`,
);
