import { describe, expect, it } from "vitest";
import { parse } from "../../page/index.ts";
import { keepShown } from "../kept-nodes.ts";
import { writeHtml } from "../write-html.ts";
import { writeMarkdown } from "../write-markdown.ts";

const url = "https://example.org/page";

/** Clean HTML without the texts that contain a word. */
function without(html: string, word: string, write = writeHtml): string {
  const page = parse(html, { url });
  const kept = keepShown(page);
  for (let i = 0; i < page.size; i++) if (page.strings[i].includes(word)) kept[i] = 0;
  return write(page, kept);
}

describe("links within the page", () => {
  const html = "<p>See <a href='#part'>the part</a>.</p><section id=part><h2>dropped</h2></section><p>End.</p>";

  it("refer to their target if it is written", () => {
    expect(without(html, "nothing")).toContain('<a href="#user-content-part">');
    expect(without(html, "nothing")).toContain('id="user-content-part"');
  });

  it("refer to the page on the web if the target is not written", () => {
    const once = without(html, "dropped");
    expect(once).not.toContain("#user-content-part");
    const twice = without(once, "nothing");
    expect(twice).toBe(once);
  });

  it("remove their ids if they are not written", () => {
    const page = "<p>a <a href='#x'>dropped</a> b</p><p id=x>c</p>";
    expect(without(page, "dropped")).not.toContain("id=");
  });

  it("are not marks of notes that are not written", () => {
    const notes = "<p>a<sup><a href='#fn1' id=r1>1</a></sup></p><ol><li id=fn1>dropped <a href='#r1'>↩</a></li></ol>";
    expect(without(notes, "nothing", writeMarkdown)).toContain("[^1]: dropped");
    const markdown = without(notes.replace("<a href='#r1'>↩</a>", ""), "dropped", writeMarkdown);
    expect(markdown).not.toContain("[^1]");
  });
});
