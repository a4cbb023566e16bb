import { describe, expect, test } from "vitest";
import { contentScored } from "../../detect/testing/scored-blocks.ts";
import { parse } from "../../page/index.ts";
import { presetRules } from "../presets.ts";
import { decideBlocks } from "./decide-blocks.ts";
import { judgedContent } from "./judged-text.ts";

let said = 0;
/** Words that occur nowhere else. */
const words = (count: number) => Array.from({ length: count }, () => `word${said++}`).join(" ");

/** The verdicts on the blocks of a page with these probabilities. */
function verdicts(html: string, chances: readonly number[]): string[] {
  const text = judgedContent(contentScored(parse(html)));
  const decision = decideBlocks({ ...text, chance: Float64Array.from(chances) }, presetRules.balanced);
  return chances.map((_, b) => `${decision.kept[b]} ${decision.groundOf(b).by}`);
}

const paragraphs = (count: number) => `<p>${words(30)}</p>`.repeat(count).replace(/word\d+/g, () => `word${said++}`);

describe("a gap", () => {
  test("among paragraphs of its shape is filled", () => {
    const html = `<div>${paragraphs(2)}<p>${words(6)}</p>${paragraphs(2)}</div>`;
    expect(verdicts(html, [0.9, 0.9, 0.45, 0.9, 0.9])[2]).toBe("1 midst");
  });

  test("of another shape, of links, with an unlikely text or at the end is not", () => {
    const around = (gap: string) =>
      verdicts(`<div>${paragraphs(2)}${gap}${paragraphs(2)}</div>`, [0.9, 0.9, 0.45, 0.9, 0.9])[2];
    expect(around(`<p class="promo">${words(6)}</p>`)).toBe("0 chance");
    expect(around(`<p><a href="x">${words(6)}</a></p>`)).toBe("0 chance");
    expect(around(`<p><button>${words(6)}</button></p>`)).toBe("0 chance");
    const html = `<div>${paragraphs(2)}<p>${words(6)}</p>${paragraphs(2)}</div>`;
    expect(verdicts(html, [0.9, 0.9, 0.15, 0.9, 0.9])[2]).toBe("0 chance");
    expect(verdicts(`<div>${paragraphs(4)}<p>${words(6)}</p></div>`, [0.9, 0.9, 0.9, 0.9, 0.45])[4]).toBe("0 chance");
  });

  test("is not filled where many siblings of its shape are left out", () => {
    const html = `<div>${`<p>${words(30)}</p><p>${words(30)}</p>`.repeat(4)}</div>`.replace(
      /word\d+/g,
      () => `word${said++}`,
    );
    expect(verdicts(html, [0.9, 0.4, 0.9, 0.4, 0.9, 0.4, 0.9, 0.9])[3]).toBe("0 chance");
  });

  const row = () => `<tr><td>${words(1)}</td><td>${words(2)}</td></tr>`;
  const table = `<table><tr><th>${words(1)}</th><th>${words(1)}</th></tr>${row()}${row()}</table>`;

  test("with a data table is filled by the table, whatever stands beside it", () => {
    const html = `<div>${paragraphs(2)}<div class="promo">${words(8)}</div>${table}${paragraphs(2)}</div>`;
    const found = verdicts(html, [0.7, 0.7, 0.1, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.7, 0.7]);
    expect(found.slice(2, 9)).toEqual(["0 chance", ...Array(6).fill("1 midst")]);
  });

  test("with a table is not filled in a part of which little is kept", () => {
    const html = `<div>${paragraphs(1)}${table}${paragraphs(4)}</div>`;
    const found = verdicts(html, [0.7, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.1, 0.1, 0.1, 0.7]);
    expect(found.slice(1, 7)).toEqual(Array(6).fill("0 chance"));
  });
});
