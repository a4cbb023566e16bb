// Crawls a site and prints the content of its pages as JSON lines: node crawlee.mjs https://example.org/ > site.jsonl
import { pathToFileURL } from "node:url";
import { CheerioCrawler, Configuration, LogLevel, log } from "@crawlee/cheerio";
import { extract } from "dehusk";

/** A crawler that hands the content of each page to `onPage`, and follows links within the site. */
export function contentCrawler(onPage, options = {}) {
  return new CheerioCrawler(
    {
      maxRequestsPerCrawl: 100,
      ...options,
      async requestHandler({ request, body, enqueueLinks }) {
        const { title, date, markdown, confidence } = extract(body, { url: request.loadedUrl });
        await onPage({ url: request.loadedUrl, title, date, markdown, confidence });
        await enqueueLinks({ strategy: "same-origin" });
      },
    },
    // Its queue stays in memory.
    new Configuration({ persistStorage: false }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  // Standard output is for pages.
  log.setLevel(LogLevel.OFF);
  const crawler = contentCrawler((page) => console.log(JSON.stringify(page)));
  const { requestsFailed } = await crawler.run(process.argv.slice(2));
  if (requestsFailed > 0) process.exitCode = 1;
}
