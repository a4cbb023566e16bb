import { describe, expect, test } from "vitest";
import { extract } from "../extract.ts";

const text = "The gate was cast in the foundry below the bridge, and nobody has painted it since the flood. ".repeat(6);

/** The Markdown of a page with a line above its headline. */
function markdown(line: string): string {
  const options = { include: "main" };
  return extract(
    `<title>The old lock gate</title><main>${line}<h1>The old lock gate</h1><p>${text}</p></main>`,
    options,
  ).markdown;
}

describe("the path to a page", () => {
  const links = '<a href="/">Start</a> » <a href="/l">Locks</a>';

  test.each([
    `<div>${links} » The old lock gate</div>`,
    `<div>${links} » <a href="/l/g">Gates</a></div>`,
    '<div><a href="/">Start</a> / <a href="/l">Locks</a> / The old lock gate</div>',
    '<div><a href="/">Start</a> » The old lock gate</div>',
    '<div><a href="/">Start</a> The old lock gate</div>',
    '<div><a href="/">Start</a> <a href="/l">Locks</a> lock gate</div>',
    `<div>You are here: ${links} » The old lock gate</div>`,
    `<nav><h2>You are here</h2><p>${links} » The old lock gate</p></nav>`,
    `<div>You are here:</div><p>${links.replace("»", "<img src=arrow.gif alt=arrow>")} » The old lock gate</p>`,
  ])("is left out: %s", (line) => {
    expect(markdown(line)).toBe(`# The old lock gate\n\n${text.trim()}`);
  });

  test("is left out where it is a link named as the site", () => {
    const site = '<meta property="og:site_name" content="Lock Keeper">';
    expect(markdown(`${site}<h2><a href="/">Lock Keeper</a></h2>`)).toBe(`# The old lock gate\n\n${text.trim()}`);
    expect(markdown(`${site}<h2><a href="/">Lock Keepers</a></h2>`)).toContain("Lock Keepers");
  });

  test.each([
    '<div><a href="/a">Ann</a> / <a href="/b">Ben</a></div>',
    '<div>See also <a href="/l">Locks</a> » in the guide</div>',
    '<div><a href="/gates">Gates</a> The old lock gate</div>',
    '<div><a href="/a">Ann</a> and The old lock gate</div>',
  ])("is not %s", (line) => {
    expect(markdown(line).split("\n").filter(Boolean)).toHaveLength(3);
  });
});

describe("the headline", () => {
  const title = "The old lock gate";
  const page = (top: string): string => extract(`<title>${title}</title><main>${top}<p>${text}</p></main>`).markdown;

  test.each([
    `<div role="heading"><h1>${title}</h1></div>`,
    `<dl><dt>${title}</dt></dl>`,
    `${"<div>&nbsp;</div>".repeat(9)}<div>${title}</div>`,
  ])("is written once, at the top: %s", (top) => {
    expect(page(top)).toBe(`# ${title}\n\n${text.trim()}`);
  });

  test("is written once where a list of one item wraps the article", () => {
    const { markdown: written } = extract(`<title>${title}</title><ul><li><h1>${title}</h1><p>${text}</p></li></ul>`);
    expect(written.split(title)).toHaveLength(2);
  });

  test("is not an item of a list with others", () => {
    expect(
      page(`<h1>${title}</h1><p>${text}</p><ul><li>The weir</li><li>${title}</li><li>The mill</li></ul>`),
    ).toContain(`- ${title}\n`);
  });
});
