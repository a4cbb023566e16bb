import { expect, test } from "vitest";
import { DehuskError } from "../basics/index.ts";
import { parse } from "../page/index.ts";
import { estimateBoxes } from "./estimate-boxes.ts";

/** Pages on which any step that is not linear would never finish. */
const pages: Readonly<Record<string, string>> = {
  "nested blocks": `${"<div>".repeat(200_000)}x`,
  "nested inline elements": `${"<b>".repeat(100_000)}x`,
  "nested floats": `${'<div style="float:left">'.repeat(50_000)}x`,
  "nested flex containers": `${'<div style="display:flex">'.repeat(50_000)}x`,
  "nested tables": `${"<table><tr><td>".repeat(10_000)}x`,
  "selectors that search far up": `<style>div div div div > div + div{width:10px} div div div div div div div p{width:1px}</style>${"<div>".repeat(100_000)}x`,
  "equal floats": '<div style="float:left;width:10px;height:10px">a</div>'.repeat(100_000),
  "floats that end at different heights": Array.from(
    { length: 50_000 },
    (_, i) => `<div style="float:${i % 2 === 0 ? "left" : "right"};width:${i % 7}px;height:${50_000 - i}px">a</div>t`,
  ).join(""),
  "floats that push one line": `<div style="white-space:nowrap">${'a<i style="float:left;width:.02px;height:9px"></i>'.repeat(50_000)}`,
  "a row of cells": `<table><tr>${"<td>x".repeat(100_000)}`,
  "cells over all columns and rows": `<table>${"<tr><td colspan=1000000 rowspan=65000>x<td>y".repeat(30_000)}`,
  "rules that match every element": `<style>${"div{width:1px}".repeat(100_000)}</style>${"<div>a</div>".repeat(20_000)}`,
  "open at-rules": `<style>${"@media screen{".repeat(200_000)}</style><p>x`,
  "open comments": `<style>${"/*".repeat(2_000_000)}</style><p>x`,
  "open blocks": `<style>${"a{".repeat(1_000_000)}</style><a>x`,
  "open brackets": `<style>${":not(".repeat(300_000)}{} p:is(${"a,".repeat(300_000)}b){width:3px} ${"[".repeat(300_000)}{}</style><p>x`,
  "open functions": `<style>p{width:${"calc(".repeat(100_000)}} p{width:${"var(--a,".repeat(30_000)}} p{font:${"a ".repeat(100_000)}}</style><p>x`,
  "variables that refer to themselves": "<style>:root{--a:var(--a) var(--a)}p{width:var(--a)}</style><p>x",
  siblings: `<style>p ~ p{margin:1px}p:nth-child(2n+1){width:3px}p:last-child{width:9px}</style>${"<p>x</p><!---->".repeat(50_000)}`,
  "distinct styles": Array.from({ length: 60_000 }, (_, i) => `<p style="width:${i}px">x`).join(""),
  "long text": `<p>${"word ".repeat(2_000_000)}`,
  "long numbers": `<p style="width:${"1".repeat(19_900)}_${"x".repeat(90)}">x`.repeat(300),
  "white space in variables": Array.from(
    { length: 5000 },
    (_, i) => `<p style="width:var(--a${i},(${" ".repeat(950)}">x`,
  ).join(""),
  "variables under many selectors": `<style>${"html,".repeat(100_000)}html{${"--b:1;".repeat(500_000)}}</style><p>x`,
  "generated content under many selectors": `<style>${"a:after,".repeat(300_000)}a:after{${"x:y;".repeat(490)}clear:both}</style><p>x`,
  "a long dash": `<style>html{${"-".repeat(3_000_000)}}</style><p>x`,
  "white space in media queries": `<style>@media (a:${" ".repeat(1_000_000)}b\nc){} @media (a${" ".repeat(1_000_000)}b){}</style><p>x`,
  "white space in media attributes": `<style media="(a:${" ".repeat(950)}b\nc)">a</style>`.repeat(20_000),
  "an attribute of many words": `<style>${"[a~=x]{width:1px}".repeat(30_000)}</style><p a="${"y ".repeat(1_000_000)}">x`,
  "rules in descending strength": `<style>${Array.from(
    { length: 30_000 },
    (_, i) => `p${".k".repeat(Math.max(1, 150 - Math.floor(i / 200)))}{width:${i}px}`,
  ).join("")}</style>${"<p class=k>x".repeat(17)}`,
  "repeated tracks": Array.from(
    { length: 5000 },
    (_, i) => `<div style="display:grid;grid-template-columns:repeat(100,${"a ".repeat(470)}${i})">x</div>`,
  ).join(""),
  "tables of one wide cell": "<table><tr><td colspan=1000>x</table>".repeat(100_000),
  "tables of wide cells": `<table><tr>${"<td colspan=20>x".repeat(50)}</table>`.repeat(10_000),
  "tables of tall cells": `<table><tr><td colspan=1000 rowspan=65000>x${"<tr>".repeat(100)}</table>`.repeat(10_000),
  "at-rules without blocks": `<style>${"@a;".repeat(600_000)}${"x".repeat(2_000_000)}</style><p>x`,
  "declarations without colons": `<p style="${"a;".repeat(9_990)}a:b">x`.repeat(500),
  "rules and elements with many names": `<style>${Array.from({ length: 30_000 }, (_, i) => `b${i}{width:1px}`).join("")}</style>${Array.from({ length: 200_000 }, (_, i) => `<a${i}>`).join("")}x`,
  "nested percentages": `${'<div style="width:10000%;padding:100%;font-size:300%;margin-left:-5000%">'.repeat(2000)}x`,
};

test.each(Object.keys(pages))(
  "%s",
  (name) => {
    const page = parse(pages[name]);
    const { x, y, w, h, height } = estimateBoxes(page);
    expect(height).toBeGreaterThan(0);
    expect([x, y, w, h].every((numbers) => numbers.every(Number.isFinite))).toBe(true);
    expect(w.every((width) => width >= 0) && h.every((one) => one >= 0)).toBe(true);
  },
  60_000,
);

test.each([
  ["null for options", null],
  ["a number for options", 7],
  ["an object that cannot be printed", { viewport: { toString: () => expect.fail("must not be printed") } }],
  ["null", { viewport: null }],
  ["nothing", { viewport: 0 }],
  ["a negative number", { viewport: -5 }],
  ["no end", { viewport: Number.POSITIVE_INFINITY }],
  ["text", { viewport: "1280" }],
])("bad-option: %s", (_, options) => {
  const estimate = (): unknown => estimateBoxes(parse("<p>x"), options as never);
  expect(estimate).toThrow(DehuskError);
  expect(estimate).toThrow(expect.objectContaining({ code: "bad-option" }));
});
