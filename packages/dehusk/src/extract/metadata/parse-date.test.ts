import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDate } from "./parse-date.ts";

describe("dates", () => {
  test.each([
    ["2019-05-03", "2019-05-03"],
    ["2019-05-03T10:11:12+02:00", "2019-05-03T10:11:12+02:00"],
    ["2019-05-03T10:11:12.123Z", "2019-05-03T10:11:12Z"],
    ["2016-11-29T03:33:08-0500", "2016-11-29T03:33:08-05:00"],
    ["2019-05-03 10:11:12", "2019-05-03T10:11:12"],
    ["20190503", "2019-05-03"],
    ["20190503T101112", "2019-05-03"],
    ["1572611570", "2019-11-01T12:32:50Z"],
    ["1572611570000", "2019-11-01T12:32:50Z"],
    ["Mon, 04 May 2020 10:00:00 GMT", "2020-05-04T10:00:00Z"],
    ["Tue Nov 29 2016 03:33:08 GMT+0000 (UTC)", "2016-11-29T03:33:08+00:00"],
    ["Oct-12-2008", "2008-10-12"],
  ])("of machines: %s", (text, iso) => {
    expect(parseDate(text)).toBe(iso);
  });

  test.each([
    ["Published on May 4th, 2020 at 3:05 pm", "2020-05-04T15:05"],
    ["10th of June 2011", "2011-06-10"],
    ["Montag, 3. März 2014, 10:15 Uhr", "2014-03-03T10:15"],
    ["7. Jänner 2021", "2021-01-07"],
    ["1er août 2019 à 18h30", "2019-08-01T18:30"],
    ["12 de mayo de 2018", "2018-05-12"],
    ["3 febbraio 2017", "2017-02-03"],
    ["5 de março de 2016", "2016-03-05"],
    ["6 maart 2015", "2015-03-06"],
    ["4 września 2019", "2019-09-04"],
    ["5 января 2020 г.", "2020-01-05"],
    ["9 лютого 2022", "2022-02-09"],
    ["3 Şubat 2020", "2020-02-03"],
    ["2 maj 2018 kl. 09.30", "2018-05-02T09:30"],
    ["17. desember 2012", "2012-12-17"],
    ["3. toukokuuta 2019", "2019-05-03"],
    ["21. května 2019", "2019-05-21"],
    ["2019. május 3.", "2019-05-03"],
    ["12 noiembrie 2014", "2014-11-12"],
    ["25 Μαρτίου 2021", "2021-03-25"],
    ["2019年5月3日 10:20", "2019-05-03T10:20"],
    ["2018년 3월 2일", "2018-03-02"],
    ["ngày 5 tháng 3 năm 2019", "2019-03-05"],
    ["15 พ.ค. 2562", "2019-05-15"],
    ["٣ no, 3 مايو 2019", "2019-05-03"],
  ])("of people: %s", (text, iso) => {
    expect(parseDate(text)).toBe(iso);
  });

  test("the order of day and month is only used if ambiguous", () => {
    expect(parseDate("3/4/2020", "day-first")).toBe("2020-04-03");
    expect(parseDate("3/4/2020", "month-first")).toBe("2020-03-04");
    expect(parseDate("13/4/2020", "month-first")).toBe("2020-04-13");
    expect(parseDate("4/13/2020", "day-first")).toBe("2020-04-13");
    expect(parseDate("3.4.2020", "month-first")).toBe("2020-04-03");
  });

  test("years of two digits count only on request", () => {
    expect(parseDate("10.11.15 11:26")).toBeNull();
    expect(parseDate("10.11.15 11:26", "day-first", true)).toBe("2015-11-10T11:26");
  });

  test.each([
    "",
    "2 hours ago",
    "31.02.2019",
    "2019-13-01",
    "Version 12.3.4",
    "May 2019",
    "in 3019-01-01",
    "call 555-1234-99",
  ])("none in %j", (text) => {
    expect(parseDate(text)).toBeNull();
  });

  test("any text gives a valid date or none", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789-/.: Tmay年月日,") })),
        (text) => {
          const date = parseDate(text, "month-first", true);
          if (date !== null) expect(Number.isNaN(Date.parse(date.slice(0, 10)))).toBe(false);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
