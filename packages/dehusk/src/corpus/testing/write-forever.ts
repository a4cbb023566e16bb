import { openCorpusWriter } from "../write/write-corpus.ts";

/** Writes an endless corpus to each of the given paths, and a line to standard output for every 100 of its lines. */
const writers = await Promise.all(process.argv.slice(2).map((path) => openCorpusWriter(path)));
const text = "What a page says. ".repeat(500);
for (let number = 1; ; number++) {
  for (const writer of writers) await writer.write({ version: 1, id: `${number}`, text, markdown: text });
  if (number % 100 === 0) console.log(number);
}
