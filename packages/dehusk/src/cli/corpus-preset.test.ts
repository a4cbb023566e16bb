import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runDehusk } from "./testing/run-dehusk.ts";

const sentences = [
  "Nobody had opened the upper gate since the flood of that spring.",
  "Water found its own way round the wheel, and moss covered the stones below.",
  "My grandfather used to say that a mill without noise is a house full of strangers.",
  "He had worked there as a boy, carrying sacks up a ladder for two coins a week.",
  "When we finally walked over the bridge, children were fishing from the broken wall.",
  "One of them asked whether ghosts lived inside, since lights had been seen at night.",
  "Those lights belonged to an engineer from town, who measured every beam with care.",
  "She wanted to bring back the grinding, but only for bread that neighbours would bake.",
];
const story = sentences.map((text) => `<p>${text}</p>`).join("");
const german =
  "<p>Die alte Mühle steht am Fluss und wird seit vielen Jahren nicht mehr benutzt, aber die Leute aus dem Dorf kommen noch immer.</p>".repeat(
    1,
  ) +
  "<p>Im Herbst drehte sich die Welle wieder, und Mehl zog durch die offenen Türen wie der erste Schnee auf den Feldern hinter dem Haus.</p>" +
  "<p>Niemand hatte das obere Tor geöffnet, seit im Frühjahr das Hochwasser kam und die Steine unter dem Rad mit Moos bedeckte.</p>";

const records = [
  { id: "story", html: `<html lang=en><title>Mill</title><h1>Mill</h1>${story}` },
  { id: "copy", html: `<html lang=en><title>Mill</title><h1>Mill</h1>${story}<p>Copied by hand.</p>` },
  // Says that it is English.
  { id: "german", html: `<html lang=en><title>Mühle</title><h1>Mühle</h1>${german}` },
  { id: "list", html: `<html lang=en><title>Names</title>${"<p>A name</p>".repeat(80)}` },
  { id: "broken", html: 7 },
];

test("--preset corpus filters by language, quality and likeness, and counts what it drops", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dehusk-corpus-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const input = join(folder, "pages.jsonl");
  writeFileSync(input, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const output = join(folder, "out.jsonl");
  const report = join(folder, "counts.json");
  // A second a page is too little for a machine that runs many tests at a time.
  const slow = ["--limit-ms", "60000"];
  const args = ["batch", input, "-o", output, "--language", "en", "--fields", "language,text", "--report", report];
  const run = await runDehusk([...args, "--preset", "corpus", ...slow]);
  expect(run.status).toBe(1);
  const lines = readFileSync(output, "utf8").trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(["story", expect.anything()]);
  const counts = JSON.parse(readFileSync(report, "utf8"));
  expect(counts).toMatchObject({ pages: 5, kept: 1, dropped: { language: 1, quality: 1, duplicate: 1 } });
  expect(Object.values(counts.failed)).toEqual([1]);
});
