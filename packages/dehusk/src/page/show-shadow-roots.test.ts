import fc from "fast-check";
import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { parse } from "./parse.ts";

function textOf(html: string): string {
  return parse(html).text.replace(/\s+/g, " ").trim();
}

describe("declarative shadow roots", () => {
  test("are shown in place of their host's children, which go where the slots are", () => {
    const html = `<x-card><template shadowrootmode="open"><h2><slot name="title"></slot></h2><p>Before <slot></slot> after</p></template>
<b>body</b><i slot="title">Title</i><u slot="nowhere">unseen</u></x-card><p>Next</p>`;
    expect(textOf(html)).toBe("Title Before body after Next");
  });

  test("show a slot's own content only if nothing is assigned to it", () => {
    const root = `<template shadowrootmode="closed"><p><slot name="a">own a</slot>, <slot>own</slot></p></template>`;
    expect(textOf(`<div>${root}</div>`)).toBe("own a, own");
    expect(textOf(`<div>${root}<b slot="a">given a</b></div>`)).toBe("given a, own");
    expect(textOf(`<div>${root}given</div>`)).toBe("own a, given");
  });

  test("pass assigned content on to roots inside them", () => {
    const inner = `<x-in><template shadowrootmode="open">[<slot name="s"></slot>]</template><slot slot="s"></slot></x-in>`;
    expect(textOf(`<x-out><template shadowrootmode="open">(${inner})</template>deep</x-out>`)).toBe("([deep])");
  });

  test("are read once per host, and other templates stay hidden", () => {
    expect(
      textOf(`<div><template shadowrootmode=open>one</template><template shadowrootmode=open>two</template></div>`),
    ).toBe("one");
    expect(textOf(`<div>shown<template>unseen</template><template shadowrootmode=none>unseen</template></div>`)).toBe(
      "shown",
    );
  });

  test("read as the same roots in a live document", () => {
    const words = fc.constantFrom("one", "two", "three");
    const slot = fc.constantFrom("<slot></slot>", "<slot name=a>own a</slot>", "<b>root</b> ");
    const child = fc.tuple(words, fc.constantFrom("", " slot=a", " slot=b")).map(([word, at]) => `<i${at}>${word}</i>`);
    fc.assert(
      fc.property(fc.array(slot, { maxLength: 4 }), fc.array(child, { maxLength: 4 }), (slots, children) => {
        const { document } = new JSDOM(`<x-y>${children.join("")}</x-y>`).window;
        const root = document.querySelector("x-y")?.attachShadow({ mode: "open" });
        if (root !== undefined) root.innerHTML = slots.join("");
        const html = `<x-y><template shadowrootmode=open>${slots.join("")}</template>${children.join("")}</x-y>`;
        expect(parse(document).text).toBe(parse(html).text);
      }),
      { numRuns: 60 },
    );
  });

  test("take linear time, however deep or many", () => {
    const many = "<div><template shadowrootmode=open><slot></slot></template>x</div>".repeat(20_000);
    expect(textOf(many).split(" ")).toHaveLength(20_000);
    const deep = "<div><template shadowrootmode=open><slot name=a></slot>".repeat(150);
    expect(textOf(`${deep}end`)).toBe("end");
  });
});
