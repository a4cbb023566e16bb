import { expect, test } from "vitest";
import { nodeAt, parse, tagName } from "../page/index.ts";
import { extract } from "./extract.ts";
import { listImages, listLinks } from "./list-parts.ts";

const filler =
  "Corn is a tall grass that people have grown for food for some nine thousand years in many places. ".repeat(3);
const html = `<html lang=en><title>Corn</title><body><main><h1>Corn</h1><p>${filler}</p><h2>Fields</h2>
<p>See <a href="/field" title="A field">the <b>field</b></a> or <a href="#x">here</a>. ${filler}</p>
<figure><img src="cob.jpg" alt="A cob" width=600 height=400><figcaption>A ripe cob</figcaption></figure>
<h3 id=x>Rows</h3><p>${filler}</p></main>`;
const url = "https://example.org/corn/";

test("links come with their headings, surrounding text, and position", () => {
  const page = parse(html, { url });
  const links = listLinks(extract(page, { preset: "everything" }));
  expect(links).toHaveLength(1);
  const [link] = links;
  expect(link).toMatchObject({ url: "https://example.org/field", text: "the field", title: "A field" });
  expect(link?.headings).toEqual(["Corn", "Fields"]);
  expect(link?.context).toMatch(/^See the field or here\. Corn/);
  const node = nodeAt(page, link?.path ?? "");
  expect(page.strings[node]).toBe("the ");
});

test("pictures come with alternative text, caption, and position", () => {
  const page = parse(html, { url });
  const [image, ...others] = listImages(extract(page, { preset: "everything" }));
  expect(others).toEqual([]);
  expect(image).toMatchObject({ url: "https://example.org/corn/cob.jpg", alt: "A cob", caption: "A ripe cob" });
  expect(image?.headings).toEqual(["Corn", "Fields"]);
  expect(tagName(page, nodeAt(page, image?.path ?? ""))).toBe("img");
});

test("a copy of a result is refused with an explanation", () => {
  expect(() => listLinks({ ...extract(html) })).toThrow("Expected a result of extract");
});
