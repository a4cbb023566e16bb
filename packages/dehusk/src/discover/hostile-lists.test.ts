import { expect, test } from "vitest";
import { loopback, serve } from "../fetch/testing/serve.ts";
import { findUrls } from "./find-urls.ts";
import { readXml } from "./read-xml.ts";

/** Long enough that looking at each part of it again from each of its starts would take hours. */
const long = 4_000_000;

test.each([
  ["comments", "<!--"],
  ["CDATA sections", "<![CDATA["],
  ["declarations", "<!"],
  ["a name", "a"],
])("XML that does not end is read once: %s", (_, part) => {
  expect(readXml(`<urlset><url/><${part.repeat(long / part.length)}`)?.children).toHaveLength(1);
});

test("robots.txt of blank lines, and an index of more sitemaps than a call has room for", async () => {
  const count = 200_000;
  const site = await serve((path, response, request) => {
    const origin = `http://${request.headers.host}`;
    if (path === "/robots.txt")
      return void response.end(`${"\n".repeat(300_000)}allow: /\nsitemap : ${origin}/index.xml`);
    const index = Array.from({ length: count }, (_, i) => `<sitemap><loc>${origin}/${i}.xml</loc></sitemap>`);
    const urls = `<urlset><url><loc>${origin}/page</loc></url></urlset>`;
    response.setHeader("content-type", "application/xml");
    response.end(path === "/index.xml" ? `<sitemapindex>${index.join("")}</sitemapindex>` : urls);
  });
  const found: string[] = [];
  for await (const { urls, state } of findUrls(`${site.origin}/`, { documents: 2, delay: 0, addresses: loopback })) {
    found.push(...urls.map(({ url }) => url));
    expect(state.waiting.length).toBeGreaterThan(count - 2);
  }
  expect(found).toEqual([`${site.origin}/page`]);
}, 20_000);
