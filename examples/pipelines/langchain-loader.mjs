// HTML files as LangChain documents: node langchain-loader.mjs page.html …
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { BaseDocumentLoader } from "@langchain/core/document_loaders/base";
import { Document } from "@langchain/core/documents";
import { extract } from "dehusk";

/** Loads HTML files: a document each, its content as Markdown, what the page says about itself as metadata. */
export class DehuskLoader extends BaseDocumentLoader {
  /** @param options As for `extract`: `preset`, `site`, … */
  constructor(paths, options = {}) {
    super();
    this.paths = paths;
    this.options = options;
  }

  async load() {
    const documents = [];
    for await (const document of this.lazyLoad()) documents.push(document);
    return documents;
  }

  /** One at a time, for more pages than fit in memory. Pages without content are left out. */
  async *lazyLoad() {
    for (const source of this.paths) {
      const { markdown, title, author, date, language, url, confidence } = extract(
        await readFile(source),
        this.options,
      );
      if (markdown === "") continue;
      const metadata = { source, url, title, author, date, language, confidence };
      yield new Document({ pageContent: markdown, metadata });
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(JSON.stringify(await new DehuskLoader(process.argv.slice(2)).load(), null, 2));
}
