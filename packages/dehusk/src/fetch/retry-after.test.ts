import { expect, test } from "vitest";
import { retryAfter } from "./retry-after.ts";

const now = Date.UTC(2030, 0, 1);

test.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["Tue, 01 Jan 2030 00:00:30 GMT", 30_000],
  ["Mon, 31 Dec 2029 00:00:00 GMT", 0],
  ["-5", undefined],
  ["99999999999", 99_999_999_999_000],
  ["in 5 minutes", undefined],
  ["Tuesday, 01-Jan-30 00:00:30 GMT", 30_000],
  ["1e9", undefined],
  ["soon", undefined],
  ["", undefined],
  [undefined, undefined],
])("%s", (header, wait) => {
  expect(retryAfter(header, now)).toBe(wait);
});
