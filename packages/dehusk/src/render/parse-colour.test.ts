import { expect, test } from "vitest";
import { parseColour } from "./parse-colour.ts";

test.each([
  ["rgb(255, 0, 128)", 0xff0080ff],
  ["rgba(0, 0, 0, 0)", 0],
  ["rgba(255, 255, 255, 0.5)", 0xffffff80],
  ["color(srgb 1 0.5 0)", 0xff8000ff],
  ["color(srgb 1 0.5 0 / 0.5)", 0xff800080],
  ["oklch(1 0 0)", 0xffffffff],
  ["oklab(0 0 0 / 0)", 0],
  // #ff0000 in each space, from the CSS Color specification.
  ["oklab(0.627955 0.224863 0.125846)", 0xff0000ff],
  ["oklch(0.627955 0.257683 29.2339)", 0xff0000ff],
  ["lab(54.2905 80.8049 69.891)", 0xff0000ff],
  ["lch(54.2905 106.837 40.8577)", 0xff0000ff],
  ["color(srgb-linear 1 0 none)", 0xff0000ff],
  ["currentcolor", 0],
  ["color(made-up 1 1 1)", 0],
  ["", 0],
])("%s", (text, value) => {
  expect(parseColour(text)).toBe(value);
});
