import assert from "node:assert/strict";
import { test } from "node:test";
import { daysOf, sameDay } from "./dates.mjs";

test("dates agree by day in any notation", () => {
  for (const written of ["2020-05-04", "2020-5-4 10:00:03", "2020/05/04", "2020年5月4日", "20200504", "04.05.2020"]) {
    assert.ok(sameDay(written, "2020-05-04"), written);
  }
  for (const written of ["May 4, 2020 6:18am", "4 May 2020", "May 4th, 2020", "Mon, 04 May 2020 10:00:00 GMT"]) {
    assert.ok(sameDay(written, "2020-05-04"), written);
  }
});

test("a zoned time names the written day and the day in UTC", () => {
  assert.deepEqual([...daysOf("2020-01-01T23:30:00-05:00")], ["2020-01-01", "2020-01-02"]);
  assert.deepEqual([...daysOf("2020-01-01 23:30:00-0500")], ["2020-01-01", "2020-01-02"]);
  assert.deepEqual([...daysOf("2020-01-01T23:30-05:00, 2019-11-23T17:37:09Z")], ["2020-01-01", "2020-01-02"]);
  assert.ok(sameDay("2020-01-01T23:30:00-05:00", "2020-01-02T04:30:00.000Z"));
  assert.ok(!sameDay("2020-01-01T23:30:00", "2020-01-02"));
});

test("numeric dates with slashes name both readings, with dots only day first", () => {
  assert.deepEqual([...daysOf("03/04/2020")].sort(), ["2020-03-04", "2020-04-03"]);
  assert.deepEqual([...daysOf("03.04.2020")], ["2020-04-03"]);
});

test("a year, a month or a name is not a date", () => {
  for (const value of ["2018", "2018-05", "March 2018", "Anna", "", null, undefined, 20200504]) {
    assert.equal(daysOf(value).size, 0, String(value));
  }
});

test("impossible days are not dates", () => {
  assert.equal(daysOf("2020-13-40").size, 0);
});
